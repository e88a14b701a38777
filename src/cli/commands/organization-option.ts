/** The option of every command that works for one organization. */
export const ORGANIZATION_OPTION = {
  value: 'ID',
  meaning: 'the id, slug or name of the organization, where there are several',
}
