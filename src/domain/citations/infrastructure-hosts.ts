import { findByHost } from '../../lib/web/find-by-host.ts'

// Hosts of engines that may stand among the sources of an answer and are no page that anybody reads: their APIs, and the
// redirect by which Gemini names a page (https://ai.google.dev/gemini-api/docs/google-search). The sites of the vendors are
// pages like others. APIs as the vendors document them (https://platform.openai.com/docs/api-reference,
// https://docs.claude.com/en/api/overview, https://docs.perplexity.ai, https://docs.x.ai, https://docs.mistral.ai/api,
// https://ai.google.dev/api), as of 2026-11-20.
const HOSTS: ReadonlyMap<string, true> = new Map(
  `api.openai.com api.anthropic.com api.perplexity.ai api.x.ai api.mistral.ai generativelanguage.googleapis.com
  vertexaisearch.cloud.google.com`
    .split(/\s+/)
    .map((host) => [host, true]),
)

/** True for a host that belongs to the machinery of an engine. */
export const isInfrastructureHost = (host: string): boolean => findByHost(host, HOSTS) === true
