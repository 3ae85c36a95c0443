import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SECTIONS } from './sections.ts'

const ABOUT = `# Alcove

> An AI chat assistant for any website: one script tag, your own server, your own model.
`

/** Writes pages for programs: each page as Markdown, a list of them, and all of them in one file. */
export function writePlainPages(srcDir: string, outDir: string): void {
  for (const { path } of SECTIONS.flatMap(({ pages }) => pages)) {
    mkdirSync(dirname(join(outDir, path)), { recursive: true })
    cpSync(join(srcDir, `${path}.md`), join(outDir, `${path}.md`))
  }
  const lists = SECTIONS.map(({ title, pages }) =>
    [`## ${title}`, '', ...pages.map(({ title, path }) => `- [${title}](/docs/${path}.md)`)].join(
      '\n',
    ),
  )
  writeFileSync(join(outDir, 'llms.txt'), `${[ABOUT, ...lists].join('\n\n')}\n`)
  const texts = SECTIONS.flatMap(({ pages }) => pages).map(
    ({ path }) =>
      `<!-- /docs/${path}.md -->\n\n${readFileSync(join(srcDir, `${path}.md`), 'utf8')}`,
  )
  writeFileSync(join(outDir, 'llms-full.txt'), [ABOUT, ...texts].join('\n\n'))
}
