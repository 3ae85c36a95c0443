import { runInNewContext } from 'node:vm'
import { parseSync } from 'oxc-parser'
import { expect, test } from 'vitest'
import { readOptions, readProductTypes } from '../../scripts/reference/read-options.ts'
import { toCode } from './print-code.ts'
import { createSnippets } from './snippets.ts'
import { toStart } from './start-options.ts'

const options = readOptions(readProductTypes('.'))
const ORIGIN = 'https://chat.example.com'

const codeFor = (name: string, values: Readonly<Record<string, unknown>> = {}): string =>
  createSnippets(values, options, ORIGIN).find((snippet) => snippet.name === name)!.code

/** Evaluates a script that is one object. */
const evaluate = (code: string): unknown => JSON.parse(JSON.stringify(runInNewContext(`(${code})`)))

const ALL = {
  'theme.accent': '#7c3aed',
  'startScreen.greeting': 'Say "hello", it’s <b>us</b> & you',
  'startScreen.prompts': ['One', 'Two'],
  'composer.attachments': false,
  'theme.tokens': { light: { link: '#0000cc' } },
  messages: { 'composer.send': "Don't wait </script>" },
}

test('options without a choice are not printed', () => {
  expect(codeFor('HTML')).toBe(
    '<script async src="https://chat.example.com/p/default/alcove.js"></script>\n',
  )
  expect(codeFor('React')).toContain('<Alcove baseUrl="https://chat.example.com" />')
  expect(codeFor('Vue')).toContain("createChat({ baseUrl: 'https://chat.example.com' })")
  expect(codeFor('Project')).toContain('{ projects: { default: { look: {} } } }')
})

test('a tag has texts as attributes, and the rest in a call', () => {
  const html = codeFor('HTML', ALL)
  const document = new DOMParser().parseFromString(html, 'text/html')
  const scripts = [...document.querySelectorAll('script')]

  expect(scripts.at(-1)!.dataset).toMatchObject({
    accent: '#7c3aed',
    greeting: ALL['startScreen.greeting'],
    prompts: '["One","Two"]',
    attachments: 'false',
  })
  const call = /Alcove\('update', ([^]*)\)\n/.exec(scripts[1]!.textContent)![1]!
  expect(evaluate(call)).toEqual({
    theme: { tokens: { light: { link: '#0000cc' } } },
    messages: { 'composer.send': "Don't wait </script>" },
  })
})

test('a chosen project is part of the address for a tag, and an option for a module', () => {
  expect(codeFor('HTML', { app: 'shop' })).toContain('/p/shop/alcove.js"')
  expect(codeFor('React', { app: 'shop' })).toContain('app="shop"')
})

test('a module says all of it in one object', () => {
  const given = /createChat\(([^]*)\)\n\}\)/.exec(codeFor('Vue', ALL))![1]!

  expect(evaluate(given)).toEqual({
    baseUrl: ORIGIN,
    theme: { accent: '#7c3aed', tokens: { light: { link: '#0000cc' } } },
    startScreen: { greeting: ALL['startScreen.greeting'], prompts: ['One', 'Two'] },
    composer: { attachments: false },
    messages: { 'composer.send': "Don't wait </script>" },
  })
})

test.each(['Nuxt', 'Svelte', 'SvelteKit', 'Angular'])(
  '%s says the same as other modules',
  (name) => {
    const given = /createChat\(([^]*?)\)\n/.exec(codeFor(name, ALL))![1]!
    const ofVue = /createChat\(([^]*?)\)\n/.exec(codeFor('Vue', ALL))![1]!

    expect(evaluate(given)).toEqual(evaluate(ofVue))
  },
)

test('kinds of pages stand in groups, each under its own name', () => {
  const snippets = createSnippets({}, options, ORIGIN)
  const groups = Map.groupBy(snippets, ({ group }) => group)

  expect([...groups].map(([group, { length }]) => [group, length])).toEqual([
    ['Any page', 2],
    ['Frameworks', 7],
    ['Shops and site builders', 5],
  ])
  expect(new Set(snippets.map(({ name }) => name)).size).toBe(snippets.length)
})

test('a project has the looks and the launcher’s place; the rest belongs to each page', () => {
  const code = codeFor('Project', {
    ...ALL,
    position: 'top-end',
    launcherLabel: 'Ask Pip',
    zIndex: 3,
    'theme.scheme': 'dark',
  })
  const config = /defineConfig\(([^]*)\)\n/.exec(code)![1]!

  expect(evaluate(config)).toMatchObject({
    projects: { default: { look: { launcher: { position: 'top-end', label: 'Ask Pip' } } } },
  })
  expect(config).not.toMatch(/zIndex|scheme/)
})

test.each([
  ['React', 'x.tsx'],
  ['Next', 'x.tsx'],
  ['Project', 'x.ts'],
  ['Nuxt', 'x.ts'],
  ['Angular', 'x.ts'],
])('the code for %s can be read as TypeScript (D04)', (name, file) => {
  expect(parseSync(file, codeFor(name, ALL)).errors).toEqual([])
  expect(parseSync(file, `${codeFor(name, ALL)}<`).errors).not.toEqual([])
})

test('the managed tag makes the tag by a script, which says the same', () => {
  const code = codeFor('Tag Manager', ALL)
  const body = /^<script>([^]*)<\/script>\n$/.exec(code)![1]!

  expect(parseSync('x.js', body).errors).toEqual([])
  expect(body).toContain("setAttribute('data-accent', '#7c3aed')")
  expect(body).not.toContain('</script>')
})

test.each([
  ['plain', "'plain'"],
  ["it's", '"it\'s"'],
  ['it\'s "b"', "'it\\'s \"b\"'"],
  ['\\"\\', "'\\\\\"\\\\'"],
  ['a "b"\n', '\'a "b"\\n\''],
  [{ a: 1, 'b-c': [true, null] }, "{ a: 1, 'b-c': [true, null] }"],
  [{}, '{}'],
])('%j is written as %s', (value, code) => {
  expect(toCode(value)).toBe(code)
  expect(evaluate(code)).toEqual(value)
})

test('a list of words is text with spaces in an attribute', () => {
  expect(codeFor('HTML', { showOn: ['/shop/*', '/help'] })).toContain(
    'data-show-on="/shop/* /help"',
  )
})

test('a chat starts with the options that are read once, and follows the rest', () => {
  const choice = { app: 'shop', mode: 'sidebar', position: 'top-end', 'theme.accent': '#7c3aed' }

  expect(toStart(choice, options)).toEqual({
    path: '/p/shop/alcove.js',
    attributes: [['data-mode', 'sidebar']],
    live: { position: 'top-end', 'theme.accent': '#7c3aed' },
  })
})

test.each([
  '</script><script>alert(1)</script>',
  '<!--<script>',
  "<?php system('id') ?>",
  '<?= 1 ?>',
])('a text cannot end the code that it stands in: %s', (text) => {
  const values = { name: text, messages: { 'composer.send': text }, showOn: [text] }

  for (const name of [
    'HTML',
    'WordPress',
    'Tag Manager',
    'Vue',
    'Svelte',
    'SvelteKit',
    'Shopify',
    'Wix',
  ]) {
    const code = codeFor(name, values)
    // Each has the same tags as with a harmless text.
    const tags = code.match(/<[/?!]?\w+|<!--/g)
    expect(tags).toEqual(
      codeFor(name, { name: 'x', messages: { 'composer.send': 'x' }, showOn: ['x'] }).match(
        /<[/?!]?\w+|<!--/g,
      ),
    )
    expect(code).not.toContain('<?=')
  }
  const given = /createChat\(([^]*)\)\n\}\)/.exec(codeFor('Vue', values))![1]!
  expect(evaluate(given)).toMatchObject(values)
})

test('code that imports the package repeats the launcher’s part of the project’s look, a tag does not', () => {
  const look = {
    name: 'Pip',
    theme: { accent: '#7c3aed' },
    launcher: { label: 'Ask Pip' },
  } as const
  const codes = new Map(
    createSnippets({}, options, ORIGIN, look).map(({ name, code }) => [name, code]),
  )

  for (const name of ['React', 'Vue', 'Nuxt', 'Svelte', 'Angular']) {
    expect(codes.get(name)).toMatch(/projectLook[^]*accent[^]*#7c3aed[^]*launcherLabel[^]*Ask Pip/)
    expect(codes.get(name)).not.toContain("'Pip'")
  }
  expect(codes.get('HTML')).not.toContain('projectLook')
  expect(codeFor('React')).not.toContain('projectLook')
})
