import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMarkdownRenderer } from 'vitepress'
import { expect, test } from 'vitest'
import { githubSlug } from '../shared/github-slug.ts'
import { keepMovedAnchors, MOVED_ANCHORS } from './moved-anchors.ts'

const DOCS = join(import.meta.dirname, '../docs')
const render = async (text: string, relativePath: string) => {
  const markdown = await createMarkdownRenderer(DOCS, {
    anchor: { slugify: githubSlug },
    config: (renderer) => void renderer.use(keepMovedAnchors),
  })
  return markdown.render(text, { path: '', relativePath, cleanUrls: true })
}
const pages = Object.entries(MOVED_ANCHORS)

test.each(pages)('former anchors of %s lead to sections that it has', async (page, moved) => {
  const html = await render(readFileSync(join(DOCS, page), 'utf8'), page)
  const headings = new Set([...html.matchAll(/<h\d id="([^"]+)"/g)].map(([, id = '']) => id))
  for (const [old, present] of Object.entries(moved)) {
    expect([present, headings.has(present)]).toEqual([present, true])
    expect([old, headings.has(old)]).toEqual([old, false])
    expect(html).toMatch(
      new RegExp(`<span id="${old}"></span>(<span[^>]*></span>)*\\s*<h\\d id="${present}"`),
    )
  }
})

test('a page without former anchors has only those of its headings', async () => {
  expect(await render('## Symptoms', 'other.md')).not.toContain('<span id=')
  // Positive control: the same heading on the page that it moved on.
  expect(await render('## Symptoms', 'troubleshooting.md')).toContain('id="what-you-see"')
})
