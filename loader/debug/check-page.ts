import { LOADER_OPTIONS } from '../../shared/look/loader-options.ts'
import { readLook } from '../../shared/look/read-look.ts'
import { AlcoveError } from '../../shared/errors.ts'
import { asWritten } from '../as-written.ts'
import type { ToolDefinition } from '../chat-instance.ts'
import { createContextReader } from '../extras/describe-page.ts'
import { describeTool } from '../extras/describe-tool.ts'
import { createOptionTeller } from '../extras/place-options.ts'
import { toPageFault } from '../extras/page-fault.ts'
import type { PageState } from '../page-state.ts'
import { toLook } from '../panel/given-options.ts'
import { findUnknownEvent } from './find-unknown-event.ts'

/** Names of options that the page's own side reads. */
const OF_LOADER = LOADER_OPTIONS.concat('theme.scheme')

/**
 * Reports mistakes in options, tools, context and names of events at once, before the chat is used. The chat itself
 * reports them when it is used, and no second time on this page. Texts of `messages` and contrasts of single colours
 * are left to the frame.
 *
 * @returns a function that checks what the page has passed since.
 */
export function checkPage(given: PageState, tell: (error: AlcoveError) => void): () => void {
  const told = (given.told = new Set<string>())
  const known = new Set<unknown>()
  const tellFault = (error: AlcoveError) => {
    tell(error)
    told.add(error.message)
  }
  const tellOptions = createOptionTeller(tellFault)
  const readContext = createContextReader(tellFault)

  /** Runs the task for the first occurrence of a value, and reports its fault. */
  function once(value: unknown, task: () => AlcoveError | undefined) {
    if (known.has(value)) return
    known.add(value)
    const fault = task()
    if (fault) tellFault(fault)
  }

  function check() {
    tellOptions(given)
    for (const problem of readLook(toLook(given.all), OF_LOADER).problems)
      once(problem, () => asWritten(new AlcoveError('config_invalid', problem)))
    for (const [name, entry] of given.tools) once(entry, () => findToolFault(name, entry.value))
    readContext(given)
    for (const name of given.eventNames) once(name, () => findUnknownEvent(name))
  }
  check()
  return check
}

function findToolFault(name: string, definition: unknown): AlcoveError | undefined {
  try {
    describeTool(name, definition as ToolDefinition)
    return undefined
  } catch (error) {
    return toPageFault(`tool ${name}`, error)
  }
}
