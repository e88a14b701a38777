/**
 * Parameters that say where a reader came from, and nothing of the page, in lower case. Sources:
 * https://github.com/mpchadwick/tracking-query-params-registry and the lists that browsers strip from addresses
 * (https://github.com/brave/brave-core, https://bugzilla.mozilla.org/show_bug.cgi?id=1836737).
 */
const NAMES: ReadonlySet<string> = new Set(
  `gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid _ga _gl
  fbclid igshid igsh fb_action_ids fb_action_types fb_ref fb_source
  msclkid yclid ysclid _openstat ttclid twclid li_fat_id rdt_cid epik scclid irclickid rb_clickid
  mc_cid mc_eid ml_subscriber ml_subscriber_hash mkt_tok _hsenc _hsmi __hssc __hstc __hsfp hsctatracking
  vero_id vero_conv oly_anon_id oly_enc_id wickedid _kx _ke __s dm_i s_cid s_kwcid ef_id mkwid pcrid
  trk_contact trk_msg trk_module trk_sid _bta_tid _bta_c`.split(/\s+/),
)

/** Beginnings of the names of such parameters in campaigns of Google, Matomo and HubSpot. */
const BEGINNINGS = ['utm_', 'mtm_', 'pk_', 'piwik_', 'hsa_']

/** True for a parameter that belongs to a visit, on any site; it never tells pages apart. */
export function isTrackingParameter(name: string): boolean {
  const known = name.toLowerCase()
  return NAMES.has(known) || BEGINNINGS.some((beginning) => known.startsWith(beginning))
}
