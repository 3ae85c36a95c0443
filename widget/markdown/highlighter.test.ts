import { expect, test } from 'vitest'
import { highlightCode } from './highlight-code.ts'
import { createHighlighter } from './highlighter.ts'
import { findLanguage } from './known-languages.ts'
import { HIGHLIGHT_TASK_MS, MAX_HIGHLIGHTED_PIECES } from './limits.ts'

/** Tasks and a clock that the test moves; each piece costs `cost` milliseconds. */
function createWorld({ cost = 1, isOffline = false } = {}) {
  const tasks: (() => void)[] = []
  let time = 0
  let calls = 0
  const highlighter = createHighlighter({
    load: async () => {
      if (isOffline) throw new TypeError('offline')
      return (_language, code) => {
        calls += 1
        time += cost
        return [{ kind: 'keyword', text: code }]
      }
    },
    nextTask: (run) => void tasks.push(run),
    now: () => time,
  })
  return {
    highlighter,
    calls: () => calls,
    tasks,
    runTask: () => tasks.shift()?.(),
    loaded: async () => void (await new Promise((resolve) => setImmediate(resolve))),
  }
}

/** Both grammars that the first piece needs. */
function makeReady({ runTask }: ReturnType<typeof createWorld>) {
  runTask()
  runTask()
}

const request = (world: ReturnType<typeof createWorld>, code: string, done = () => {}) =>
  world.highlighter.request('typescript', code, done)

test('makes the first grammar ready, then the asked one, and colours then, each in its task', async () => {
  const world = createWorld()
  let isDone = false
  request(world, 'a', () => (isDone = true))
  await world.loaded()

  for (const calls of [1, 2]) {
    world.runTask()
    expect([world.calls(), isDone]).toEqual([calls, false])
  }
  world.runTask()
  expect([world.calls(), isDone]).toEqual([3, true])
  expect(world.highlighter.read('typescript', 'a')).toEqual([{ kind: 'keyword', text: 'a' }])
})

test('colours as many pieces in a task as its time allows', async () => {
  const world = createWorld({ cost: HIGHLIGHT_TASK_MS / 2 })
  for (const code of ['a', 'b', 'c', 'd', 'e']) request(world, code)
  await world.loaded()
  makeReady(world)

  const before = world.calls()
  world.runTask()
  expect(world.calls() - before).toBe(2)
  world.runTask()
  world.runTask()
  expect(world.tasks).toEqual([])
  expect(world.highlighter.read('typescript', 'e')).toBeDefined()
})

test('colours nothing that nobody waits for any more', async () => {
  const world = createWorld()
  const cancel = request(world, 'a')
  request(world, 'b')
  cancel()
  await world.loaded()
  makeReady(world)
  world.runTask()

  expect(world.highlighter.read('typescript', 'a')).toBeUndefined()
  expect(world.highlighter.read('typescript', 'b')).toBeDefined()
})

test('remembers as many pieces as the limit, the latest ones', async () => {
  const world = createWorld({ cost: 0 })
  for (let index = 0; index <= MAX_HIGHLIGHTED_PIECES; index += 1) request(world, `${index}`)
  await world.loaded()
  makeReady(world)
  world.runTask()

  const known = (index: number) => world.highlighter.read('typescript', `${index}`) !== undefined
  expect([known(0), known(1), known(MAX_HIGHLIGHTED_PIECES)]).toEqual([false, true, true])
})

test('leaves code plain when the grammars cannot be had', async () => {
  const world = createWorld({ isOffline: true })
  request(world, 'a')
  await world.loaded()

  expect(world.tasks).toEqual([])
  expect(world.highlighter.read('typescript', 'a')).toBeUndefined()
})

test.each([
  ['ts', 'const a: Map = "x" // y'],
  ['js', 'export const f = (a) => `${a}`'],
  ['py', 'def f(a):\n    return "x"  # y'],
  ['sh', 'echo "$HOME" # y'],
  ['json', '{"a": [1, true]}'],
  ['html', '<p class="a"><script>const b = 1</script></p>'],
  ['css', '.a { color: red; /* y */ }'],
  ['sql', "SELECT a FROM b WHERE c = 'd' -- y"],
  ['go', 'func main() { fmt.Println("x") }'],
  ['rust', 'fn main() { let a: u8 = 1; }'],
  ['java', 'class A { int b = 1; }'],
  ['c', 'int main(void) { return 0; }'],
  ['c#', 'public class A { string b = "c"; }'],
  ['yaml', 'a: "b" # c'],
  ['diff', '- a\n+ b'],
  ['php', '<?php echo "a"; ?>'],
  ['rb', 'def a\n  "b"\nend'],
])('colours %s without changing a letter', (name, code) => {
  const language = findLanguage(name)
  const tokens = language === undefined ? [] : highlightCode(language, code)

  expect(tokens.map(({ text }) => text).join('')).toBe(code)
  expect(new Set(tokens.map(({ kind }) => kind)).size).toBeGreaterThan(1)
})

test.each(['mermaid', 'text', '', 'constructor', '__proto__'])('knows no language %j', (name) => {
  expect(findLanguage(name)).toBeUndefined()
})
