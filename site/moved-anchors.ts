import type { MarkdownRenderer } from 'vitepress'

/** Anchors that headings had in published pages and have no more, with the present ones, by page. */
export const MOVED_ANCHORS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'accessibility.md': {
    'what-a-person-can-set': 'settings-for-people',
    'what-an-owner-can-break': 'choices-of-an-owner-that-break-it',
  },
  'attacks.md': {
    'a-page-that-may-not-or-means-harm': 'forbidden-and-hostile-pages',
    'a-window-or-an-element-that-is-not-the-chats': 'foreign-windows-and-elements',
    'a-frame-that-was-taken-over': 'a-compromised-frame',
    'texts-from-elsewhere': 'malformed-texts',
  },
  'behind-a-proxy.md': { 'what-a-proxy-must-do': 'duties-of-a-proxy' },
  'building-your-own-frame.md': { 'what-it-may-also-have': 'optional-functions' },
  'csp.md': { 'what-the-frame-allows-itself': 'policy-of-the-frame' },
  'desk.md': {
    'who-may-open-the-desk': 'people-and-sign-in',
    'what-is-counted': 'counted-facts',
    'what-bounds-the-conversations': 'bounds-of-the-conversations',
    'what-it-shows': 'the-reports',
  },
  'embedding.md': {
    'in-tests-of-yours': 'in-your-own-tests',
    'what-is-fetched-and-when': 'fetched-files-and-their-sizes',
    'what-was-said': 'words-of-a-conversation',
  },
  'expectations.md': {
    'what-a-message-shows': 'content-of-a-message',
    'what-can-be-done-with-a-message': 'actions-of-a-message',
    'what-goes-wrong': 'failures',
  },
  'models.md': {
    llamacpp: 'llama-server',
    'what-a-model-cannot-do': 'abilities-of-a-model',
    'what-differs-with-a-value': 'differences-of-a-value',
  },
  'operating.md': {
    'one-server-on-postgres': 'a-single-server-on-postgres',
    'what-a-day-may-cost': 'cost-budgets-of-a-day',
    'what-it-costs': 'speed-of-the-server',
    'what-a-model-makes-of-stored-answers': 'stored-answers-as-quotations',
    'what-a-user-asks-for': 'export-and-erase-a-user',
    'what-everybody-shares': 'shared-limits',
    'what-it-keeps': 'the-data-folder',
    'what-people-may-store': 'storage-limits',
    'who-answers-the-chat': 'the-assistant-that-answers',
  },
  'optimisers.md': {
    'what-has-to-be-excluded': 'optimisers-that-need-an-exclusion',
    'what-works-as-it-is': 'optimisers-that-need-no-change',
  },
  'page-tools.md': {
    'one-value': 'the-same-value-for-everyone',
    'what-a-question-says': 'content-of-a-question',
    'what-it-shows': 'elements-that-a-tool-shows',
    'what-people-read-of-a-call': 'texts-that-people-read',
    'what-the-model-is-told': 'results-for-the-model',
    'what-to-keep-in-mind': 'advice',
  },
  'privacy.md': {
    'what-people-can-do-themselves': 'choices-of-people',
    'what-the-page-learns': 'data-for-the-page',
    'what-the-service-keeps': 'data-that-the-service-stores',
  },
  'reliability.md': {
    'identity-storage-the-page-around-it': 'identity-storage-and-host-page',
  },
  'scaling.md': {
    'what-it-takes': 'requirements',
    'what-one-core-carries': 'load-of-a-single-core',
  },
  'specification.md': {
    '2-screens-composer-and-visibility': '2-screens-and-routes',
    '3-capabilities-and-entities': '3-entities-and-their-fields',
    '5-rules': '5-validation-rules',
    '8-error-catalogue': '8-the-error-catalogue',
    '9-constants': '9-constants-and-limits',
    branches: 'branches-speech-history',
  },
  'tokens.md': {
    'try-it-without-a-server-of-yours': 'try-it-without-your-own-server',
    'what-is-in-a-token': 'claims-of-a-token',
  },
  'troubleshooting.md': { 'what-you-see': 'symptoms' },
}

/** Puts the former anchors of a heading before it, so that published links still lead to its section. */
export function keepMovedAnchors(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push('moved-anchors', ({ tokens, env, Token }) => {
    const moved = Object.entries(MOVED_ANCHORS[pathOf(env)] ?? {})
    for (let index = tokens.length - 1; index >= 0; index -= 1) {
      const token = tokens[index]!
      if (token.type !== 'heading_open') continue
      const anchor = token.attrGet('id')
      const former = moved.filter(([, present]) => present === anchor).map(([old]) => old)
      if (former.length === 0) continue
      const marks = new Token('html_block', '', 0)
      marks.content = former.map((old) => `<span id="${old}"></span>`).join('')
      tokens.splice(index, 0, marks)
    }
  })
}

const pathOf = (env: unknown): string =>
  (env as { readonly relativePath?: string } | undefined)?.relativePath ?? ''
