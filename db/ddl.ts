import { sql, type Kysely } from 'kysely'
import { engineOf, form } from './form.ts'

/**
 * Creates a table from portable definitions of columns, one or several a text. `BYTES` and `SERIAL` are this service's
 * own names, and become types of the dialect. A clustered table is stored in the order of its primary key and has no
 * separate row id.
 */
export async function createTable(
  db: Kysely<unknown>,
  name: string,
  definitions: readonly string[],
  options: { clustered?: boolean } = {},
): Promise<void> {
  const columns = definitions.join(', ')
  const clustering = options.clustered ? ', WITHOUT ROWID' : ''
  await form({
    sqlite: () => sql.raw(`CREATE TABLE ${name} (${sqliteColumns(columns)}) STRICT${clustering}`),
    postgres: () => sql.raw(`CREATE TABLE ${name} (${postgresColumns(columns)})`),
  }).execute(db)
}

/** Adds a column to a table; a `NOT NULL` column needs a default. */
export async function addColumn(
  db: Kysely<unknown>,
  table: string,
  definition: string,
): Promise<void> {
  await form({
    sqlite: () => sql.raw(`ALTER TABLE ${table} ADD COLUMN ${sqliteColumns(definition)}`),
    postgres: () => sql.raw(`ALTER TABLE ${table} ADD COLUMN ${postgresColumns(definition)}`),
  }).execute(db)
}

export async function dropColumn(
  db: Kysely<unknown>,
  table: string,
  column: string,
): Promise<void> {
  await sql.raw(`ALTER TABLE ${table} DROP COLUMN ${column}`).execute(db)
}

const postgresColumns = (definitions: string): string =>
  definitions
    .replaceAll(/\bSERIAL\b/g, 'BIGSERIAL PRIMARY KEY')
    .replaceAll(/\bREAL\b/g, 'DOUBLE PRECISION')
    .replaceAll(/\bBYTES\b/g, 'BYTEA')

function sqliteColumns(definitions: string): string {
  return definitions
    .replaceAll(/\bSERIAL\b/g, 'INTEGER PRIMARY KEY AUTOINCREMENT')
    .replaceAll(/\bBIGINT\b/g, 'INTEGER')
    .replaceAll(/\bBYTES\b/g, 'BLOB')
}

/**
 * Creates a full-text index over rows of another table. It keeps the words, not the text, and rows are deleted from it
 * by their ids. Its column `site` holds a token such as `s12`, which keeps a search within one site. PostgreSQL has no
 * form of it yet.
 */
export async function createFullText(
  db: Kysely<unknown>,
  name: string,
  columns: readonly string[],
): Promise<void> {
  if (engineOf(db) === 'postgres') return
  await sql
    .raw(
      `CREATE VIRTUAL TABLE ${name} USING fts5 (${columns.join(', ')}, content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2')`,
    )
    .execute(db)
}

/** Makes a table append-only by triggers, which refuse each change of a row and each deletion. */
export async function makeAppendOnly(db: Kysely<unknown>, table: string): Promise<void> {
  if (engineOf(db) === 'postgres') {
    await sql
      .raw(
        `CREATE OR REPLACE FUNCTION ${table}_refuse() RETURNS trigger LANGUAGE plpgsql AS
          $$ BEGIN RAISE EXCEPTION '${table} is append-only'; END $$`,
      )
      .execute(db)
  }
  for (const action of ['UPDATE', 'DELETE']) {
    const trigger = `CREATE TRIGGER ${table}_no_${action.toLowerCase()} BEFORE ${action} ON ${table}`
    await form({
      sqlite: () => sql.raw(`${trigger} BEGIN SELECT RAISE(ABORT, '${table} is append-only'); END`),
      postgres: () => sql.raw(`${trigger} FOR EACH STATEMENT EXECUTE FUNCTION ${table}_refuse()`),
    }).execute(db)
  }
}
