/** The instructions for putting the widget's tag onto the pages of one kind of site. */
export interface Recipe {
  id: RecipeId
  label: string
  /** The file or place that the text belongs in. */
  file: string
  /** The language of the text, such as `html`, as Markdown names it for a block of code. */
  language: string
  text: string
}

export const RECIPE_IDS = [
  'html',
  'wordpress',
  'nextjs',
  'docusaurus',
  'astro',
  'shopify',
  'wix',
] as const
type RecipeId = (typeof RECIPE_IDS)[number]

/** The values that a recipe puts into its text. Neither has a character with a meaning in any of the languages. */
interface TagParts {
  src: string
  siteId: string
}

export const tagOf = ({ src, siteId }: TagParts, rest = ''): string =>
  `<script async src="${src}" data-site-id="${siteId}"${rest}></script>`

export const recipesOf = (parts: TagParts): Recipe[] => [
  {
    id: 'html',
    label: 'Plain HTML',
    file: 'the head or the body of each page, or of the template that all share',
    language: 'html',
    text: tagOf(parts),
  },
  {
    id: 'wordpress',
    label: 'WordPress',
    file: 'functions.php of a child theme, or a plugin of your own',
    language: 'php',
    text: wordpress(parts),
  },
  {
    id: 'nextjs',
    label: 'Next.js',
    file: 'app/layout.tsx',
    language: 'tsx',
    text: nextjs(parts),
  },
  {
    id: 'docusaurus',
    label: 'Docusaurus',
    file: 'docusaurus.config.js',
    language: 'js',
    text: docusaurus(parts),
  },
  {
    id: 'astro',
    label: 'Astro',
    file: 'src/layouts/Layout.astro, before </head>',
    language: 'astro',
    text: tagOf(parts).replace('<script ', '<script is:inline '),
  },
  {
    id: 'shopify',
    label: 'Shopify',
    file: 'layout/theme.liquid, before </head>',
    language: 'html',
    text: tagOf(parts),
  },
  {
    id: 'wix',
    label: 'Wix',
    file: 'Settings, Custom Code, in the head of all pages',
    language: 'html',
    text: tagOf(parts),
  },
]

const wordpress = ({
  src,
  siteId,
}: TagParts): string => `add_action('wp_enqueue_scripts', function () {
    wp_enqueue_script('citable', '${src}', [], null, ['strategy' => 'async']);
});
add_filter('script_loader_tag', function ($tag, $handle) {
    if ($handle !== 'citable') return $tag;
    return str_replace(' src=', ' data-site-id="${siteId}" src=', $tag);
}, 10, 2);`

const nextjs = (
  parts: TagParts,
): string => `export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <head>
        ${tagOf(parts).replace('></script>', ' />')}
      </head>
      <body>{children}</body>
    </html>
  )
}`

const docusaurus = ({ src, siteId }: TagParts): string => `export default {
  scripts: [
    {
      src: '${src}',
      async: true,
      'data-site-id': '${siteId}',
    },
  ],
}`
