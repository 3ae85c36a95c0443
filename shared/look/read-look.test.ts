import { expect, test } from 'vitest'
import { MESSAGES_MAX, MESSAGE_MAX_CHARACTERS, PROMPTS_MAX, readLook } from './read-look.ts'

const LOGO = `data:image/png;base64,${btoa('a picture')}`

test('nothing said is nothing read, without a word', () => {
  expect(readLook(undefined)).toEqual({ look: {}, problems: [] })
  expect(readLook({})).toEqual({ look: {}, problems: [] })
  expect(readLook({ name: undefined })).toEqual({ look: {}, problems: [] })
})

test('groups and attributes say the same', () => {
  const grouped = readLook({
    theme: {
      accent: '#0F6B5C',
      accentMode: 'brand',
      radius: 'pill',
      density: 'compact',
      font: 'Inter, "Noto Sans"',
    },
    name: 'Pip',
    logo: LOGO,
    startScreen: {
      greeting: 'Hello',
      hint: 'Ask',
      prompts: ['One', { label: 'Two', prompt: 'And two?' }],
    },
    composer: { placeholder: 'Say', attachments: false },
    disclaimer: { text: 'Mind', link: 'https://shop.example/ai' },
    history: { enabled: false },
    messageActions: { feedback: false, copy: true },
    header: { action: { label: 'Call' } },
  })
  const flat = readLook({
    accent: '#0f6b5c',
    accentMode: 'brand',
    radius: 'pill',
    density: 'compact',
    font: 'Inter, "Noto Sans"',
    name: 'Pip',
    logo: LOGO,
    greeting: 'Hello',
    hint: 'Ask',
    prompts: '[{"label":"One"},{"label":"Two","prompt":"And two?"}]',
    placeholder: 'Say',
    attachments: 'false',
    disclaimer: 'Mind',
    disclaimerLink: 'https://shop.example/ai',
    history: 'false',
    feedback: 'false',
    copy: 'true',
    headerAction: 'Call',
  })

  expect(grouped.problems).toEqual([])
  expect(flat).toEqual(grouped)
  expect(grouped.look.prompts).toEqual([
    { label: 'One', prompt: 'One' },
    { label: 'Two', prompt: 'And two?' },
  ])
})

test('what stands in a group goes before what an attribute says, whatever comes first', () => {
  expect(readLook({ theme: { radius: 'soft' }, radius: 'pill' }).look.radius).toBe('soft')
  expect(readLook({ radius: 'pill', theme: { radius: 'soft' } }).look.radius).toBe('soft')
})

test('prompts of an attribute stand between bars', () => {
  expect(readLook({ prompts: 'One | Two' }).look.prompts).toEqual([
    { label: 'One', prompt: 'One' },
    { label: 'Two', prompt: 'Two' },
  ])
  expect(readLook({ startScreen: { prompts: [] } }).look.prompts).toEqual([])
})

const of = (length: number) => 'x'.repeat(length)

test.each<[string, unknown, unknown]>([
  ['name', of(60), of(61)],
  ['greeting', of(120), of(121)],
  ['hint', of(240), of(241)],
  ['placeholder', of(120), of(121)],
  ['disclaimer', of(280), of(281)],
  ['headerAction', of(60), of(61)],
  ['prompts', Array(PROMPTS_MAX).fill('One'), Array(PROMPTS_MAX + 1).fill('One')],
  ['prompts', [of(80)], [of(81)]],
  ['prompts', [{ label: 'One', prompt: of(2_000) }], [{ label: 'One', prompt: of(2_001) }]],
  ['logo', `data:image/png;base64,${of(21_858)}`, `data:image/png;base64,${of(21_859)}`],
  ['font', of(200), of(201)],
  [
    'messages',
    { 'composer.send': of(MESSAGE_MAX_CHARACTERS) },
    { 'composer.send': of(MESSAGE_MAX_CHARACTERS + 1) },
  ],
  [
    'messages',
    Object.fromEntries(Array.from({ length: MESSAGES_MAX }, (_, key) => [key, 'x'])),
    Object.fromEntries(Array.from({ length: MESSAGES_MAX + 1 }, (_, key) => [key, 'x'])),
  ],
])('%s has a limit', (name, most, tooMuch) => {
  expect(readLook({ [name]: most }).problems).toEqual([])
  expect(readLook({ [name]: most }).look).toHaveProperty(name)
  const { look, problems } = readLook({ [name]: tooMuch })
  expect(look).not.toHaveProperty(name)
  expect(problems).toEqual([expect.stringMatching(`^${name}: expected .*\\d`)])
})

test.each<[string, unknown]>([
  ['accent', 'red'],
  ['accent', '#fff'],
  ['accent', '#12345g'],
  ['radius', 'huge'],
  ['density', 2],
  ['font', 'url(https://evil.example)'],
  ['font', 'Inter; color: red'],
  ['font', 'Inter}'],
  ['font', 'Inter"'],
  ['font', '"Inter, serif'],
  ['font', 'Inter,, serif'],
  ['logo', 'https://shop.example/logo.png'],
  ['logo', 'data:image/svg+xml;base64,AAAA'],
  ['logo', 'data:image/png;base64,"><img>'],
  ['disclaimerLink', 'javascript:alert(1)'],
  ['disclaimerLink', 'http://shop.example'],
  ['attachments', 'no'],
  ['name', '  '],
  ['prompts', [{ prompt: 'Without a label' }]],
  ['prompts', [7]],
  ['tokens', { light: { text: 'red' } }],
  ['tokens', { light: { nothing: '#000000' } }],
  ['tokens', { blue: {} }],
  ['messages', { 'composer.send': 7 }],
  ['messages', ['a']],
])('%s = %j is left out and told, and the rest stands', (name, value) => {
  const { look, problems } = readLook({ [name]: value, greeting: 'Hello' })

  expect(look).toEqual({ greeting: 'Hello' })
  expect(problems).toEqual([expect.stringMatching(`^${name}: expected `)])
})

test('a wrong choice is told the choices, and a wrong value is not printed', () => {
  const { problems } = readLook({ theme: { radius: 'sk_secret' } })

  expect(problems).toEqual(['theme.radius: expected sharp, soft, round or pill'])
})

test.each([
  [{ greting: 'Hello' }, 'greting: there is no such option; did you mean greeting?'],
  [
    { theme: { acent: '#000000' } },
    'theme.acent: there is no such option; did you mean theme.accent?',
  ],
  [{ qqqqqqqqqqqq: 'sk_secret' }, 'qqqqqqqqqqqq: there is no such option'],
  [{ toString: 'x' }, 'toString: there is no such option'],
])('%j is told with the nearest name', (given, problem) => {
  expect(readLook(given)).toEqual({ look: {}, problems: [problem] })
})

test('names of other readers are not mistakes, but may be suggested (D07)', () => {
  const others = ['app', 'zIndex', 'theme', 'theme.scheme']

  expect(readLook({ app: 'shop', theme: { scheme: 'dark' } }, others)).toEqual({
    look: {},
    problems: [],
  })
  expect(readLook({ theme: 'dark' }, others).problems).toEqual([])
  expect(readLook({ zindex: 3 }, others).problems).toEqual([
    'zindex: there is no such option; did you mean zIndex?',
  ])
})

test('colours of a scheme are read as they are written, in small letters', () => {
  expect(readLook({ theme: { tokens: { dark: { 'text-muted': '#ABCDEF' } } } })).toEqual({
    look: { tokens: { dark: { 'text-muted': '#abcdef' } } },
    problems: [],
  })
})

test('texts of one language stand by its tag, beside those of all', () => {
  const messages = { 'composer.send': 'Ask', de: { 'composer.send': 'Fragen' }, 'pt-BR': {} }
  expect(readLook({ messages })).toEqual({ look: { messages }, problems: [] })
})

test.each([
  [{ de: 'Fragen' }],
  [{ de: { 'composer.send': '' } }],
  [{ de: { 'composer.send': { de: 'Fragen' } } }],
  [{ 'composer.send': { de: 'Fragen' } }],
  ['Fragen'],
])('such texts are no %o', (messages) => {
  const { look, problems } = readLook({ messages })
  expect(look).toEqual({})
  expect(problems.join()).toContain('messages: expected at most 500 texts by their keys')
})
