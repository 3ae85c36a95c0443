import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitepress'
import { githubSlug } from '../github-slug.ts'
import { SECTIONS, type Section } from '../sections.ts'
import { writePlainPages } from '../write-plain-pages.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }

const firstOf = ({ pages }: Section): string => `/${pages[0]?.path ?? ''}`

const toSidebar = (section: Section, isOpen: boolean) => ({
  text: section.title,
  items:
    section.isApart && !isOpen
      ? [{ text: `${section.pages.length} of them`, link: firstOf(section) }]
      : section.pages.map(({ title, path }) => ({ text: title, link: `/${path}` })),
})

/** `docs/` as static files below `/docs/` of the demo site. The build fails on a link to a missing page. */
export default defineConfig({
  title: 'Alcove',
  description: 'An AI chat assistant for any website, with its own server.',
  lang: 'en',
  base: '/docs/',
  srcDir: '../docs',
  // Sources of pages that `npm run rules` writes.
  srcExclude: ['rules/**'],
  outDir: '../dist/site/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  // Files of proxies are beside the page that links to them.
  ignoreDeadLinks: [/^http:\/\/localhost/, /\/haproxy\.cfg$/, /\/proxies\/[^/]+$/],
  // The site sends no requests to other servers.
  head: [['link', { rel: 'icon', href: 'data:,' }]],
  markdown: {
    anchor: { slugify: githubSlug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    config(markdown) {
      // Double braces in code are text, not templates of Vue.
      const { code_inline: draw } = markdown.renderer.rules
      markdown.renderer.rules.code_inline = (...given) =>
        (draw?.(...given) ?? '').replace('<code', '<code v-pre')
    },
  },
  themeConfig: {
    // The version of these pages. A self-hosted server has only its own.
    siteTitle: `Alcove ${version}`,
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local', options: { detailedView: false } },
    nav: [
      { text: 'Guide', link: '/quick-start' },
      { text: 'Reference', link: '/reference' },
      { text: 'Playground', link: '/../playground/', target: '_self' },
      { text: 'Demo shop', link: '/../', target: '_self' },
    ],
    sidebar: Object.fromEntries(
      [undefined, ...SECTIONS.filter(({ isApart }) => isApart)].map((apart) => [
        apart ? firstOf(apart).replace(/[^/]+$/, '') : '/',
        SECTIONS.map((section) => toSidebar(section, section === apart)),
      ]),
    ),
    docFooter: { prev: 'Before', next: 'Next' },
  },
  buildEnd: ({ outDir, srcDir }) => writePlainPages(srcDir, outDir),
})
