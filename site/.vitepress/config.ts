import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transformerStyleToClass } from '@shikijs/transformers'
import { defineConfig } from 'vitepress'
import { githubSlug } from '../../shared/github-slug.ts'
import { labelCells } from '../label-cells.ts'
import { keepMovedAnchors } from '../moved-anchors.ts'
import { readSections } from '../read-sections.ts'
import { createIndex } from '../search-index.ts'
import { SECTIONS, type Section } from '../sections.ts'
import { writePlainPages } from '../write-plain-pages.ts'

const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
) as { version: string }

/** Collects the styles of highlighted code, which the policy of the pages forbids as attributes. */
const codeStyles = transformerStyleToClass({ classPrefix: 'code-' })

/** Styles that components of VitePress have before their script runs; `style.css` has those that are needed. */
const COMPONENT_STYLES = /<(\w+)([^>]*) style="(?:position:relative|--vp-vh:0px);"/g

/** The page for missing addresses is drawn by its script. */
const NOT_FOUND_PLAIN =
  '<noscript><h1>There is no page at this address</h1><a href="/docs/">All pages</a></noscript>'

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
  cleanUrls: true,
  srcDir: '../docs',
  // Sources of pages that `npm run rules` writes.
  srcExclude: ['rules/**'],
  outDir: '../dist/site/docs',
  cacheDir: '../node_modules/.cache/vitepress',
  // Files of proxies are beside the page that links to them.
  ignoreDeadLinks: [/^http:\/\/localhost/, /\/haproxy\.cfg$/, /\/proxies\/[^/]+$/],
  // The switch of schemes would insert a style element, which the policy of the pages forbids.
  appearance: { disableTransition: false },
  // The site sends no requests to other servers.
  head: [
    ['link', { rel: 'icon', href: 'data:,' }],
    ['link', { rel: 'stylesheet', href: '/docs/code.css' }],
  ],
  markdown: {
    anchor: { slugify: githubSlug },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    codeTransformers: [codeStyles],
    config(markdown) {
      markdown.use(labelCells)
      markdown.use(keepMovedAnchors)
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
  transformHtml(html, path) {
    const plain = html.replaceAll(COMPONENT_STYLES, '<$1$2')
    return path.endsWith('404.html') ? plain.replace('</body>', `${NOT_FOUND_PLAIN}</body>`) : plain
  },
  buildEnd({ outDir, srcDir }) {
    writePlainPages(srcDir, outDir)
    writeFileSync(join(outDir, 'code.css'), codeStyles.getCSS())
    writeFileSync(join(outDir, 'search.json'), JSON.stringify(createIndex(readSections())))
  },
})
