/** The option of every command that works for one organization. */
export const ORGANIZATION_OPTION = {
  value: 'ID',
  meaning: 'the id, slug or name of the organization, where there are several',
}

/** The argument of every command that works on one site. */
export const SITE_ARGUMENT = { name: 'SITE', meaning: 'the id or domain of the site' }

/** The option that names a site, for commands whose argument is something else. */
export const SITE_OPTION = { value: 'SITE', meaning: 'the id or domain of the site' }
