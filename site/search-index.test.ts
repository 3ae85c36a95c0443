import { expect, test } from 'vitest'
import { SECTIONS } from './sections.ts'
import { readSections, splitPage } from './read-sections.ts'
import { createIndex, loadIndex, search } from './search-index.ts'
import { SEARCH_WORDS } from './search-words.ts'

const sections = readSections()
const index = createIndex(sections)

/** Questions as people type them, with the pages and sections that answer. */
const ANSWERS: readonly (readonly [question: string, ...places: string[]])[] = [
  ['webhook', 'webhooks'],
  ['webhooks', 'webhooks'],
  ['web hooks', 'webhooks'],
  ['angular', 'frameworks#angular'],
  ['systemd', 'operating#systemd'],
  ['MCP', 'operating#tools-of-an-mcp-server'],
  ['ratings', 'figures#ratings'],
  ['thumbs down', 'figures#ratings'],
  ['cost', 'figures#cost'],
  ['how much does it cost', 'figures#cost'],
  ['pricing', 'figures#cost'],
  ['svelte', 'frameworks#svelte'],
  ['sveltekit', 'frameworks#sveltekit'],
  ['nuxt', 'frameworks#nuxt'],
  ['next.js', 'frameworks#next'],
  ['react', 'frameworks#react'],
  ['vue', 'frameworks#vue'],
  ['shopify', 'frameworks#shopify'],
  ['wordpress plugin', 'frameworks#wordpress'],
  ['wix', 'frameworks#wix'],
  ['squarespace', 'frameworks#squarespace'],
  ['google tag manager', 'frameworks#tag-manager'],
  ['install', 'quick-start'],
  ['getting started', 'quick-start'],
  ['localhost', 'quick-start#put-it-on-your-page'],
  ['new project', 'operating#projects'],
  ['create a project', 'operating#projects'],
  ['color', 'theming'],
  ['change the colors', 'theming'],
  ['dark mode', 'theming#light-and-dark'],
  ['logo', 'theming#name-logo-and-words'],
  ['login', 'tokens'],
  ['jwt', 'tokens'],
  ['sso', 'tokens'],
  ['logout', 'tokens#when-somebody-signs-out'],
  ['csp', 'csp'],
  ['content security policy', 'csp'],
  ['gdpr', 'privacy'],
  ['cookies', 'privacy'],
  ['delete user data', 'operating#export-and-erase-a-user'],
  ['nginx', 'behind-a-proxy'],
  ['https', 'behind-a-proxy'],
  ['docker', 'scaling#with-docker'],
  ['kubernetes', 'operating#probes'],
  ['health check', 'operating#probes'],
  ['backup', 'operating#backup-and-restore'],
  ['postgres', 'operating#a-single-server-on-postgres'],
  ['redis', 'scaling'],
  ['ollama', 'models#ollama', 'quick-start#a-real-model'],
  ['claude', 'quick-start#a-real-model'],
  ['system prompt', 'quick-start#a-real-model'],
  ['rate limit', 'operating#limits'],
  ['spam', 'operating#under-attack', 'embedding#keep-robots-out'],
  ['captcha', 'embedding#keep-robots-out'],
  ['iphone', 'phone'],
  ['mobile', 'phone'],
  ['screen reader', 'accessibility'],
  ['wcag', 'accessibility'],
  ['languages', 'embedding#languages'],
  ['translate', 'embedding#languages'],
  ['hide the button', 'theming#take-things-away'],
  ['hide the launcher', 'embedding', 'theming#take-things-away'],
  ['move the launcher', 'embedding#where-it-stands', 'embedding#beside-the-launcher'],
  ['playwright', 'embedding#in-your-own-tests'],
  ['blank page', 'troubleshooting'],
  ['chat does not show', 'embedding#when-nothing-shows'],
  ['cors error', 'troubleshooting'],
  ['origin_not_allowed', 'troubleshooting#origin_not_allowed'],
  ['idempotency_mismatch', 'troubleshooting#idempotency_mismatch'],
  ['intercom', 'from-intercom'],
  ['cloudflare', 'optimisers'],
  ['rocket loader', 'optimisers'],
  ['upgrade', 'operating#update'],
  ['api key', 'operating#keys'],
  ['logs', 'operating#logs'],
  ['s3', 'operating#files-in-a-bucket'],
  ['function calling', 'page-tools', 'operating#tools-that-run-on-the-server'],
  ['add to cart', 'page-tools', 'quick-start#5-let-it-do-something-on-your-page'],
  ['typescript', 'embedding', 'reference'],
  ['export conversations', 'figures#conversations', 'operating#export-and-erase-a-user'],
  ['token usage', 'figures#cost'],
  ['load balancer', 'scaling#the-balancer'],
  ['human agent', 'from-intercom'],
  ['python', 'tokens#python'],
  ['consent', 'privacy#consent'],
  ['multiple languages', 'embedding#languages'],
  ['offline', 'troubleshooting#offline'],
  ['streaming not working', 'troubleshooting#symptoms'],
]

test.each(ANSWERS)('“%s” finds its answer first (D24, D25)', (question, ...places) => {
  const [first] = search(index, question)

  const isAnswer = (place: string) =>
    place.includes('#') ? first?.id === place : first?.path === place
  expect(places.some(isAnswer) ? 'found' : first?.id).toBe('found')
})

test('search words are those of sections that are there', () => {
  const ids = new Set(sections.map(({ id }) => id))

  expect(Object.keys(SEARCH_WORDS).filter((id) => !ids.has(id))).toEqual([])
})

test('decisions and tables of rules come after all guides', () => {
  const makers = new Set(sections.filter(({ isForMakers }) => isForMakers).map(({ id }) => id))

  for (const question of ['stop', 'server', 'token', 'frame', 'answer', 'message']) {
    const isLast = search(index, question).map(({ id }) => makers.has(id))
    expect(isLast).toEqual(isLast.toSorted((a, b) => Number(a) - Number(b)))
  }
  const decision = SECTIONS.at(-1)?.pages[0]
  expect(search(index, decision?.title ?? '').map(({ path }) => path)).toContain(decision?.path)
  expect(makers.size).toBeGreaterThan(200)
})

test('an index that was stored finds the same', () => {
  const stored = loadIndex(JSON.stringify(index))

  expect(search(stored, 'webhook')).toEqual(search(index, 'webhook'))
  expect(search(index, 'xyzzyq')).toEqual([])
  expect(search(index, '  ?! ')).toEqual([])
})

test('a page is split at its headings, with the anchors that links have', () => {
  const page = [
    '# A page',
    'Words `here`, [linked](x.md).',
    '## The `one`',
    '```sh',
    '# no heading',
    '```',
    '### In it',
    '## The one',
    '| No. | Rule |',
    '|---|---|',
    '| 4.1 | so |',
  ]

  expect(splitPage('a', page.join('\n'), false)).toEqual([
    {
      id: 'a',
      path: 'a',
      title: 'A page',
      above: '',
      text: 'Words here, linked.',
      opening: 'Words here, linked.',
      isForMakers: false,
    },
    {
      id: 'a#the-one',
      path: 'a',
      title: 'The one',
      above: 'A page',
      text: '# no heading',
      opening: '# no heading',
      isForMakers: false,
    },
    {
      id: 'a#in-it',
      path: 'a',
      title: 'In it',
      above: 'A page › The one',
      text: '',
      opening: '',
      isForMakers: false,
    },
    {
      id: 'a#the-one-1',
      path: 'a',
      title: 'The one',
      above: 'A page',
      text: 'No. Rule 4.1 so',
      opening: 'No. Rule 4.1 so',
      isForMakers: true,
    },
  ])
})

test('the opening of a section ends at a word', () => {
  const [section] = splitPage('a', `# A\n${'word '.repeat(80)}`, true)

  expect(section?.opening).toMatch(/^(word ){31,32}…$/)
  expect(section?.isForMakers).toBe(true)
})
