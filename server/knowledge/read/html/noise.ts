import { attributeOf, closest, elementsOf, headingLevel, namesOf, textOf } from './dom.ts'
import type { Element } from './parse-html.ts'
import { linkDensity, type Weights, weightOf } from './weights.ts'

const words = (pattern: string) => new RegExp(`[ -](?:${pattern})(?=[ -])`, 'u')

/** Names of parts that are never the text of a page, whatever they hold. */
const NOISE = words(
  [
    'cookie-?(?:s|bar|banner|box|consent|dialog|law|law-bar|modal|notice|policy-banner|popup|wall)?',
    'cc-(?:banner|window)|(?:cookie-)?consent|gdpr|cmp|onetrust|usercentrics|cookiebot',
    'comments?-(?:area|list|section|form|respond|thread|wrapper|container)|comments|disqus|respond|replies-form',
    'related(?:-(?:posts|articles|products|content|links|topics|pages|reading))?|relatives|recommend(?:ed|ations)',
    'you-may-also-like|you-might-like|read-next|more-(?:posts|articles|stories)|upsell|cross-?sells?|also',
    '(?:customer-|product-|user-)?reviews|review-(?:list|section)|ratings?|testimonials?|logos|logo-cloud',
    'share|sharing|share-(?:bar|buttons|icons|links|this|tools)|sharedaddy|addtoany|social(?:-(?:icons|links|media|share|bar))?',
    'breadcrumbs?|crumbs?|topicpath|pagination|pagination-nav|pager|page-nav|prev-next|next-prev|post-navigation',
    'newsletter|subscribe|sign-?up-form|mailing-list',
    'toc|table-of-contents|on-this-page|page-toc|article-toc|toctree-wrapper-sidebar|wp-block-table-of-contents',
    'skip-?(?:link|nav|navigation|to-content)|skip|screen-reader-shortcut',
    'article-votes|was-this-helpful|helpful|feedback|page-feedback|edit-(?:this-)?page|edit-link|mw-editsection',
    'widget-area|promo|promotions?|advert(?:s|isement|ising)?|ads?|ad-slot|sponsored|announcement(?:-bar)?|usp',
    'line-numbers?(?:-wrapper|-rows)?|linenos?|gutter|copy-(?:button|code)|copybtn',
    'intercom-(?:lightweight-app|launcher)|chat-widget|back-to-top|print-only|sr-skip',
  ].join('|'),
)
/** Names of parts that are mostly chrome: they are noise if they hold links for the most part, or little else. */
const CHROME = words(
  [
    'nav|navbar|navigation|navi|site-nav|sub-?nav|menu|menubar|mega|mega-?menu|dropdown|drawer|off-?canvas',
    'topbar|top|header|site-header|masthead|banner|toolbar|tools|actions?',
    'sidebar|side|sidenav|sidemenu|aside|secondary|left-?col|right-?col|rail|widget|widgets',
    'foot|footer|ft|bottom|copyright|colophon|legal|imprint',
    'links|link-list|tags?|tag-cloud|categories|archive|archives|meta|byline|author|authors',
    'search|search-form|language-(?:switcher|picker)|lang-switch|login|account|cart|basket',
  ].join('|'),
)
const FOOT = words('foot|footer|site-footer|page-footer|ft|copyright|colophon')
/** Notes within a text, which makers mark as `<aside>`. */
const NOTE = words(
  'note|notes|tip|hint|info|important|warning|caution|danger|admonition|callout|notecard|alert|starlight-aside|message|box|definition|example',
)
const LANDMARKS = new Set([
  'navigation',
  'search',
  'contentinfo',
  'banner',
  'menubar',
  'menu',
  'alertdialog',
  'toolbar',
])
const CONTAINERS = new Set([
  'div',
  'section',
  'aside',
  'ul',
  'ol',
  'form',
  'table',
  'td',
  'p',
  'header',
  'footer',
  'details',
  'dialog',
  'article',
  'tr',
  'nav',
  'menu',
  'center',
  'span',
])

const CHROME_DENSITY = 0.5
/** Part of the text that a region may hold and still be noise by its name. */
const SHARE_MAX = 0.5
/** Links side by side without a name are navigation from this many on, outside of a main part. */
const LINKS_MIN = 5
const LINKS_DENSITY = 0.85
/** Letters of a link in a navigation, on average. */
const LINK_LETTERS = 30
const FOOT_LETTERS = 400

export interface NoiseContext {
  /** The part of the page that is read. */
  readonly root: Element
  readonly weights: Weights
  /** True if the page marks its main part. */
  readonly isMarked: boolean
}

/** True for parts of a page that are not its text: navigation, footer, cookie notice, comments, reviews. */
export function isNoise(element: Element, context: NoiseContext): boolean {
  const { tagName } = element
  if (tagName === 'nav' || tagName === 'search') return true
  if (tagName === 'footer') return !isInQuote(element)
  if (tagName === 'aside' || attributeOf(element, 'role') === 'complementary') {
    return !isNote(element, context.weights)
  }
  if (weightOf(context.weights, element).holdsTitle) return false
  if (LANDMARKS.has(attributeOf(element, 'role') ?? '')) return true
  if (tagName === 'header' && !context.isMarked) return true
  return CONTAINERS.has(tagName) && !isCode(element) && isNoiseByName(element, context)
}

function isNoiseByName(element: Element, { root, weights, isMarked }: NoiseContext): boolean {
  const names = namesOf(element)
  const weight = weightOf(weights, element)
  if (weight.letters > SHARE_MAX * weightOf(weights, root).letters) return false
  if (NOISE.test(names) && !isNamedByHeading(element)) return true
  const density = linkDensity(weights, element)
  if (CHROME.test(names) && !isParagraph(element) && density >= CHROME_DENSITY) return true
  if (isMarked) return false
  if (FOOT.test(names) && weight.letters < FOOT_LETTERS) return true
  const isLinks = weight.links >= LINKS_MIN && density >= LINKS_DENSITY
  return isLinks && weight.linkLetters / weight.links <= LINK_LETTERS
}

const isInQuote = (element: Element): boolean =>
  closest(element, ({ tagName }) => tagName === 'blockquote' || tagName === 'figure') !== undefined

const isParagraph = ({ tagName }: Element): boolean => tagName === 'p' || tagName === 'span'

const isCode = (element: Element): boolean =>
  closest(element, ({ tagName }) => tagName === 'pre' || tagName === 'code') !== undefined

function isNote(element: Element, weights: Weights): boolean {
  if (NOISE.test(namesOf(element))) return false
  if (NOTE.test(namesOf(element)) || attributeOf(element, 'role') === 'note') return true
  const inText = closest(element, ({ tagName }) => tagName === 'article' || tagName === 'section')
  const holdsHeading = elementsOf(element).some((child) => headingLevel(child) !== undefined)
  return inText !== undefined && !holdsHeading && linkDensity(weights, element) < CHROME_DENSITY
}

/** True for a section whose id was made from its heading: "Cookies" is a subject too. */
function isNamedByHeading(element: Element): boolean {
  if (NOISE.test(namesOf(element, ['class']))) return false
  const id = attributeOf(element, 'id')
  const heading = elementsOf(element).find((child) => headingLevel(child) !== undefined)
  if (id === undefined || !heading) return false
  return lettersOf(textOf(heading)).startsWith(lettersOf(id))
}

const lettersOf = (text: string): string => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
