import type { ErrorCode } from '../kernel/door/errors.ts'
import { SURFACES } from '../kernel/door/surface.ts'

interface Meaning {
  /** A sentence on what the service found. */
  means: string
  /** A sentence on what the caller can do about the error. */
  remedy: string
}

/** The meaning of each error code, for the page that `error.docUrl` leads to. */
export const ERROR_MEANINGS: Readonly<Record<ErrorCode, Meaning>> = {
  BAD_REQUEST: {
    means: 'The request could not be read: its address, a header or its body is broken.',
    remedy: 'The message says which part. Send it again once that is mended.',
  },
  MALFORMED_JSON: {
    means: 'The body is not valid JSON.',
    remedy: 'Send one JSON value in UTF-8, without a byte order mark.',
  },
  UNAUTHENTICATED: {
    means: 'The route needs a credential and none was sent.',
    remedy: 'Send an API key or a session token as Authorization: Bearer <token>.',
  },
  INVALID_CREDENTIAL: {
    means:
      'The credential is malformed, of another surface, unknown, revoked or expired. The message says what the text is by its form; unknown, revoked and expired have one answer, so that nobody learns which there are.',
    remedy:
      'Do as the message says: send the whole token behind Bearer, or make another one. A link to a file opens for 15 minutes; ask for a new one.',
  },
  CREDITS_EXHAUSTED: {
    means: 'The organization has no credits left for work that costs some.',
    remedy: `Wait for the grant of the next month (periodEnd of GET ${SURFACES.api.base}/credits), for work under way to give back what it reserved, or go up to a larger plan.`,
  },
  PLAN_REQUIRED: {
    means: 'The plan of the organization does not reach what was asked for.',
    remedy: 'The message names the plan that does, or the value that this plan allows.',
  },
  INSUFFICIENT_SCOPE: {
    means:
      'The API key lacks every scope of which the route needs one, or is narrowed to sites where all are needed.',
    remedy:
      'error.required lists the scopes; make a key with one: citable key create --scopes …. The message says where the sites are meant.',
  },
  SESSION_REQUIRED: {
    means: 'The route takes a session of a person, and not an API key.',
    remedy: `Sign in with POST ${SURFACES.api.base}/auth/sign-in and send that token.`,
  },
  ROLE_REQUIRED: {
    means: 'The person’s role in the organization does not reach.',
    remedy: 'Ask somebody with the role that the message names.',
  },
  IP_NOT_ALLOWED: {
    means: 'The API key may be used from some addresses alone, and this request came from another.',
    remedy:
      'Send it from one of the addresses of the key’s allowedIps. Behind a proxy, TRUST_PROXY says whose address counts.',
  },
  NOT_FOUND: {
    means: 'There is no such route, or nothing in this organization has this id.',
    remedy: 'Look at the address. Ids of other organizations are answered in the same way.',
  },
  METHOD_NOT_ALLOWED: {
    means: 'The route exists, with other methods.',
    remedy: 'The header Allow lists them.',
  },
  NOT_ACCEPTABLE: {
    means: 'The header Accept leaves out every form that the route can answer in.',
    remedy: 'Accept application/json, or one of the types that the message names.',
  },
  REQUEST_TIMEOUT: {
    means: 'The request did not arrive within a minute.',
    remedy: 'Send it again, faster.',
  },
  CONFLICT: {
    means: 'What is asked for cannot be beside what is there.',
    remedy: 'Read the resource again; the message says what is in the way.',
  },
  SITE_EXISTS: {
    means: 'The host is a site of this organization already.',
    remedy: `Use that site; GET ${SURFACES.api.base}/sites lists it.`,
  },
  LIMIT_REACHED: {
    means: 'The plan allows no more of these.',
    remedy: 'Delete one that is not needed, or take a larger plan.',
  },
  IDEMPOTENCY_IN_PROGRESS: {
    means: 'A request with this Idempotency-Key still runs.',
    remedy: 'Wait for a second and send the same request again.',
  },
  PRECONDITION_FAILED: {
    means: 'The resource is no longer at the version of If-Match: somebody else changed it.',
    remedy: 'Read it again, and make the change from there.',
  },
  BODY_TOO_LARGE: {
    means: 'The body has more bytes than the route takes, packed or unpacked.',
    remedy: 'Send less at once; the message names the limit.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    means: 'The route takes neither this Content-Type nor this Content-Encoding.',
    remedy: 'Send application/json, as it is or with Content-Encoding: gzip.',
  },
  VALIDATION_FAILED: {
    means: 'Fields are missing, unknown, misplaced or wrong.',
    remedy:
      'error.fields has each with its path, its location (body, query or path), a code and a sentence.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    means: 'The Idempotency-Key belongs to a request with another path, query or body.',
    remedy: 'Take a new key for each new request.',
  },
  RATE_LIMITED: {
    means:
      'More requests came within 60 seconds than the plan, or the address, has, or more bytes of bodies or long reads at once.',
    remedy: 'Wait for as many seconds as Retry-After says.',
  },
  HEADERS_TOO_LARGE: {
    means: 'The headers of the request are larger than 16 KiB together.',
    remedy: 'Send less in the address, in cookies and in other headers.',
  },
  INTERNAL: {
    means: 'The service has a fault.',
    remedy: 'Tell the operator meta.requestId: the log has the cause under it.',
  },
  UNAVAILABLE: {
    means: 'The service cannot do it now: it is stopping, busy, or its storage takes nothing.',
    remedy: 'Nothing was stored. Send it again after Retry-After, or after a few seconds.',
  },
}
