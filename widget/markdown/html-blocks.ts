import { HTML_TAG } from './verbatim-spans.ts'

const NAMES =
  'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|' +
  'dialog|dir|div|dl|dt|fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|' +
  'hr|html|iframe|legend|li|link|main|menu|menuitem|nav|noframes|ol|optgroup|option|p|param|' +
  'search|section|summary|table|tbody|td|tfoot|th|thead|title|tr|track|ul'

interface HtmlRule {
  readonly start: RegExp
  /** `undefined`: ends at a blank line. */
  readonly end: RegExp | undefined
  readonly canInterruptParagraph: boolean
}

/** The seven kinds of the specification, in its order. */
const RULES: readonly HtmlRule[] = [
  {
    start: /^<(?:script|pre|textarea|style)(?:\s|>|$)/i,
    end: /<\/(?:script|pre|textarea|style)>/i,
    canInterruptParagraph: true,
  },
  { start: /^<!--/, end: /-->/, canInterruptParagraph: true },
  { start: /^<[?]/, end: /\?>/, canInterruptParagraph: true },
  { start: /^<![A-Za-z]/, end: />/, canInterruptParagraph: true },
  { start: /^<!\[CDATA\[/, end: /\]\]>/, canInterruptParagraph: true },
  {
    start: new RegExp(`^</?(?:${NAMES})(?:\\s|/?>|$)`, 'i'),
    end: undefined,
    canInterruptParagraph: true,
  },
  {
    start: new RegExp(`^${HTML_TAG}\\s*$`),
    end: undefined,
    canInterruptParagraph: false,
  },
]

/** Which kind of HTML block starts with this text, if any. */
export function readHtmlStart(text: string, isInParagraph: boolean): number | undefined {
  const kind = RULES.findIndex(
    (rule) => rule.start.test(text) && (rule.canInterruptParagraph || !isInParagraph),
  )
  return kind === -1 ? undefined : kind
}

export const isHtmlEnd = (kind: number, line: string): boolean =>
  RULES[kind]?.end?.test(line) ?? false

export const endsAtBlankLine = (kind: number): boolean => RULES[kind]?.end === undefined
