import * as z from 'zod'

/** How an organization calls and shows itself where its sites speak to readers. */
export const Branding = z.object({
  name: z.string().nullable(),
  logoUrl: z.string().nullable(),
  accent: z.string().nullable().describe('Such as #0a7d4f'),
})

export const toBranding = (row: {
  brand_name: string | null
  brand_logo_url: string | null
  brand_accent: string | null
}): z.input<typeof Branding> => ({
  name: row.brand_name,
  logoUrl: row.brand_logo_url,
  accent: row.brand_accent,
})
