import { findByHost } from './find-by-host.ts'

// Hosts of engines that stand among the sources of an answer and are no page that anybody reads: addresses of their APIs,
// of uploaded files, and links that lead on to a page without naming it. The sites of the vendors are pages like others.
// Sources: the addresses of requests in the vendors' SDKs (openai 6.49.0, @anthropic-ai/sdk 1.14.0, @google/genai 2.32.0,
// @perplexity-ai/perplexity_ai 0.38.5, @mistralai/mistralai 2.7.0), and for the redirect of Gemini
// https://ai.google.dev/gemini-api/docs/google-search. As of 2026-11-20.
const HOSTS: ReadonlyMap<string, true> = new Map(
  `api.openai.com oaiusercontent.com api.anthropic.com api.perplexity.ai api.x.ai api.mistral.ai
  vertexaisearch.cloud.google.com generativelanguage.googleapis.com discoveryengine.googleapis.com`
    .split(/\s+/)
    .map((host) => [host, true]),
)

/** True for a host that belongs to the machinery of an engine. */
export const isInfrastructureHost = (host: string): boolean => findByHost(host, HOSTS) === true
