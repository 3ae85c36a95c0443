/** Key of an element's id in WebDriver's JSON. */
const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf'
/** Limit of a command; journeys need less, and a stuck driver never answers. */
const COMMAND_LIMIT_MS = 2 * 60_000

/** Errors that can disappear a moment later, because the page is being redrawn. */
const PASSING_ERRORS: ReadonlySet<string> = new Set([
  'element click intercepted',
  'element not interactable',
  'javascript error',
  'no such element',
  'no such frame',
  'no such window',
  'stale element reference',
])

export type ElementJson = Readonly<Record<typeof ELEMENT_KEY, string>>

/** An error response of a driver. */
export class WebDriverError extends Error {
  /** Whether the command is worth repeating until a limit. */
  readonly isPassing: boolean

  constructor(command: string, code: string, message: string) {
    super(`${command}: ${code}: ${message}`)
    this.isPassing = PASSING_ERRORS.has(code)
  }
}

/** A session of W3C WebDriver, which has one browser window; each method is a command of that standard. */
export interface WebDriverSession {
  navigate(url: string): Promise<void>
  refresh(): Promise<void>
  back(): Promise<void>
  /** Opens another tab, and returns a function that switches to it. */
  newTab(): Promise<() => Promise<void>>
  /** Closes the current tab. */
  closeTab(): Promise<void>
  /** Runs the body of a function, and waits for its promise. */
  execute<Result>(body: string, ...args: readonly unknown[]): Promise<Result>
  /** Directs commands to the page (`null`), or to a frame of the current document. */
  switchToFrame(frame: ElementJson | null): Promise<void>
  roleOf(element: ElementJson): Promise<string>
  /** The accessible name. */
  nameOf(element: ElementJson): Promise<string>
  click(element: ElementJson): Promise<void>
  sendKeys(element: ElementJson, text: string): Promise<void>
  /** Presses keys in sequence, or all together. */
  pressKeys(keys: readonly string[], isTogether?: boolean): Promise<void>
  end(): Promise<void>
}

/** Opens a session at a driver's address, with these browser capabilities. */
export async function openWebDriverSession(
  driver: string,
  capabilities: Readonly<Record<string, unknown>>,
): Promise<WebDriverSession> {
  const given = { capabilities: { alwaysMatch: capabilities } }
  const { sessionId } = await ask<{ sessionId: string }>('POST', `${driver}/session`, given)
  const session = `${driver}/session/${sessionId}`
  const post = <Result = void>(path: string, body: object = {}) =>
    ask<Result>('POST', `${session}/${path}`, body)
  const get = (path: string) => ask<string>('GET', `${session}/${path}`)
  const pathOf = (element: ElementJson) => `element/${element[ELEMENT_KEY]}`
  return {
    navigate: (url) => post('url', { url }),
    refresh: () => post('refresh'),
    back: () => post('back'),
    async newTab() {
      const { handle } = await post<{ handle: string }>('window/new', { type: 'tab' })
      return () => post('window', { handle })
    },
    closeTab: () => ask('DELETE', `${session}/window`),
    execute: (script, ...args) => post('execute/sync', { script, args }),
    switchToFrame: (id) => post('frame', { id }),
    roleOf: (element) => get(`${pathOf(element)}/computedrole`),
    nameOf: (element) => get(`${pathOf(element)}/computedlabel`),
    click: (element) => post(`${pathOf(element)}/click`),
    sendKeys: (element, text) => post(`${pathOf(element)}/value`, { text }),
    pressKeys(keys, isTogether = false) {
      const down = (value: string) => ({ type: 'keyDown', value })
      const up = (value: string) => ({ type: 'keyUp', value })
      const actions = isTogether
        ? [...keys.map(down), ...keys.toReversed().map(up)]
        : keys.flatMap((key) => [down(key), up(key)])
      return post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] })
    },
    end: () => ask('DELETE', session),
  }
}

async function ask<Result>(method: string, address: string, body?: object): Promise<Result> {
  const response = await fetch(address, {
    method,
    signal: AbortSignal.timeout(COMMAND_LIMIT_MS),
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value as Result
  const { error, message } = value as { error: string; message: string }
  throw new WebDriverError(`${method} ${new URL(address).pathname}`, error, message)
}
