import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16
/** The beginning of a sealed secret, which tells this way of sealing from a later one. */
const FORM = 'v1.'

/** Encrypts secrets that the service must read again, such as signing secrets: AES-256-GCM, with a nonce for each. */
export class SecretSealer {
  readonly #key: Buffer

  /** The key has 32 bytes. */
  constructor(key: Buffer) {
    this.#key = key
  }

  /** Seals a secret for its owner, such as the id of its row; in the row of another owner it does not open. */
  seal(secret: string, owner: string): string {
    const nonce = randomBytes(NONCE_BYTES)
    const cipher = createCipheriv('aes-256-gcm', this.#key, nonce).setAAD(Buffer.from(owner))
    const sealed = Buffer.concat([nonce, cipher.update(secret, 'utf8'), cipher.final()])
    return FORM + Buffer.concat([sealed, cipher.getAuthTag()]).toString('base64url')
  }

  /** Returns the secret in a sealed text; undefined for one of another key or owner, and for any other text. */
  open(sealed: string, owner: string): string | undefined {
    const bytes = Buffer.from(sealed.slice(FORM.length), 'base64url')
    if (!sealed.startsWith(FORM) || bytes.length < NONCE_BYTES + TAG_BYTES) return undefined
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, NONCE_BYTES), {
      authTagLength: TAG_BYTES,
    })
    decipher.setAAD(Buffer.from(owner)).setAuthTag(bytes.subarray(-TAG_BYTES))
    try {
      const text = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES))
      return Buffer.concat([text, decipher.final()]).toString('utf8')
    } catch {
      // `final` throws for any mismatch of key, owner, tag and text, and does not say which it is.
      return undefined
    }
  }
}
