import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { githubSlug } from '../shared/github-slug.ts'

const ROOT = join(import.meta.dirname, '..')
const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .map((name) => `docs/${name}`),
]
const LINK = /\]\(<?([^)\s>]+)>?\)/g
const CODE = /^```[^]*?^```|`[^`\n]+`/gm
const HEADING = /^#+ (.+)$/gm

const readPage = (path: string) => readFileSync(join(ROOT, path), 'utf8')

function anchorsOf(text: string): Set<string> {
  const headings = text.replaceAll(/^```[^]*?^```/gm, '').matchAll(HEADING)
  const seen = new Map<string, number>()
  return new Set(
    [...headings].map(([, heading = '']) => {
      const slug = githubSlug(heading.replaceAll(/\[([^\]]+)\]\([^)]+\)|[`*]/g, '$1'))
      const count = seen.get(slug) ?? 0
      seen.set(slug, count + 1)
      return count === 0 ? slug : `${slug}-${count}`
    }),
  )
}

/** Why a link of a page is dead; undefined if it works or leaves the repository. */
function whyDead(page: string, link: string): string | undefined {
  if (/^[a-z]+:/.test(link)) return undefined
  const [path = '', anchor] = link.split('#')
  const target = path === '' ? page : join(dirname(page), path)
  if (!existsSync(join(ROOT, target))) return `${page}: there is no ${target}`
  if (anchor === undefined || !target.endsWith('.md')) return undefined
  return anchorsOf(readPage(target)).has(anchor)
    ? undefined
    : `${page}: ${target} has no #${anchor}`
}

test('every link between pages leads to a page, and to a heading that it has (D24)', () => {
  const links = PAGES.flatMap((page) =>
    [...readPage(page).replaceAll(CODE, '').matchAll(LINK)].map(([, link = '']) => ({
      page,
      link,
    })),
  )

  expect(links.flatMap(({ page, link }) => whyDead(page, link) ?? [])).toEqual([])
  expect(links.length).toBeGreaterThan(40)
})

test.each([
  ['nowhere.md', 'docs/index.md: there is no docs/nowhere.md'],
  ['operating.md#nowhere', 'docs/index.md: docs/operating.md has no #nowhere'],
  ['#nowhere', 'docs/index.md: docs/index.md has no #nowhere'],
  ['operating.md#production', undefined],
  ['../README.md', undefined],
  ['https://example.com/nowhere', undefined],
])('a link to %s: %s', (link, reason) => {
  expect(whyDead('docs/index.md', link)).toBe(reason)
})

test.each([
  ['On your page', 'on-your-page'],
  ['What is fetched, and when', 'what-is-fetched-and-when'],
  ['`config_invalid`', 'config_invalid'],
  ['Über uns', 'über-uns'],
])('the anchor of %j is as GitHub makes it: %s', (heading, slug) => {
  expect(githubSlug(heading)).toBe(slug)
})
