import { indent } from './print-code.ts'
import type { Snippet } from './snippet.ts'

/**
 * The tag's way into shops and site builders, by the makers' own steps.
 *
 * @param tag for pages that take any HTML.
 * @param managerTag for places that remove unknown attributes.
 */
export const createBuilderSnippets = (tag: string, managerTag: string): readonly Snippet[] => [
  {
    name: 'WordPress',
    group: 'Shops and site builders',
    hint: 'In functions.php of a child theme, or in a plug-in of your own: an update of the theme keeps both.',
    code: `add_action('wp_footer', function () {\n  ?>\n${indent(tag, '  ')}  <?php\n});\n`,
  },
  {
    name: 'Shopify',
    group: 'Shops and site builders',
    hint: 'Online Store → Themes → “…” beside your theme → Edit code → layout/theme.liquid: paste it above </body>, and save. Duplicate the theme first. The checkout does not load it.',
    code: tag,
  },
  {
    name: 'Wix',
    group: 'Shops and site builders',
    hint: 'Settings → Custom Code → Add Custom Code: paste it, choose “All pages” and “Load code once”, place it in “Body - end”. The site needs a paid plan and its own domain.',
    code: managerTag,
  },
  {
    name: 'Squarespace',
    group: 'Shops and site builders',
    hint: 'Website Tools (in older sites Settings → Advanced) → Code Injection: paste it into Footer, and save. The cheapest plan has no Code Injection.',
    code: tag,
  },
  {
    name: 'Tag Manager',
    group: 'Shops and site builders',
    hint: 'Tags → New → Custom HTML, with the trigger “All Pages”. A tag manager removes attributes, so a script makes the tag.',
    code: managerTag,
  },
]
