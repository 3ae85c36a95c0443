import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** A page of `docs/`, by its path without the ending. */
export interface Page {
  readonly path: string
  readonly title: string
}

export interface Section {
  readonly title: string
  readonly pages: readonly Page[]
  /** A list in a sidebar of its own; the others have a link to it. */
  readonly isApart?: boolean
  /** For people who work on Alcove: its pages are found after all others. */
  readonly isForMakers?: boolean
}

export const DOCS_FOLDER = fileURLToPath(new URL('../docs', import.meta.url))

const HEADING = /^# (.+)$/m

/** Reads a page's first heading, the only source of its title. */
function pageAt(path: string): Page {
  const text = readFileSync(`${DOCS_FOLDER}/${path}.md`, 'utf8')
  return { path, title: HEADING.exec(text)?.[1]?.replaceAll('`', '') ?? path }
}

const decisions = readdirSync(`${DOCS_FOLDER}/decisions`)
  .filter((name) => name.endsWith('.md'))
  .map((name) => `decisions/${name.slice(0, -3)}`)
  .sort()

/** Pages of the sidebar and of `llms.txt`, in reading order. */
export const SECTIONS: readonly Section[] = [
  {
    title: 'Start',
    pages: [
      'quick-start',
      'embedding',
      'frameworks',
      'theming',
      'tokens',
      'page-tools',
      'models',
      'knowledge',
      'cases',
      'reference',
    ].map(pageAt),
  },
  {
    title: 'When it matters',
    pages: [
      'troubleshooting',
      'wrong-calls',
      'csp',
      'optimisers',
      'attacks',
      'privacy',
      'accessibility',
      'phone',
    ].map(pageAt),
  },
  { title: 'Coming from', pages: ['from-intercom', 'from-chatwoot'].map(pageAt) },
  {
    title: 'Run it',
    pages: [
      'operating',
      'dialects',
      'desk',
      'figures',
      'webhooks',
      'behind-a-proxy',
      'scaling',
      'reliability',
      'building-your-own-frame',
    ].map(pageAt),
  },
  {
    title: 'How it works',
    isForMakers: true,
    pages: ['specification', 'states', 'ux', 'expectations', 'writing'].map(pageAt),
  },
  { title: 'Decisions', pages: decisions.map(pageAt), isApart: true, isForMakers: true },
]
