import { LOADER_OPTIONS } from '../../shared/look/loader-options.ts'
import { readLook } from '../../shared/look/read-look.ts'
import { AlcoveError } from '../../shared/errors.ts'
import type { ToolDefinition } from '../chat-instance.ts'
import { describeContext } from '../extras/describe-page.ts'
import { describeTool } from '../extras/describe-tool.ts'
import { createOptionTeller } from '../extras/place-options.ts'
import { toPageFault } from '../extras/page-fault.ts'
import type { PageState, Registration } from '../page-state.ts'
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
  const checked = new WeakSet<Registration>()
  const tellOnce = (error: AlcoveError) => {
    tell(error)
    told.add(error.message)
  }
  const attempt = (of: string, task: () => unknown) => {
    try {
      task()
    } catch (error) {
      tellOnce(toPageFault(of, error))
    }
  }
  const tellOptions = createOptionTeller(tellOnce)

  function check() {
    tellOptions(given)
    for (const problem of readLook(toLook(given.all), OF_LOADER).problems)
      tellOnce(new AlcoveError('config_invalid', problem))
    for (const [name, entry] of given.tools) {
      if (checked.has(entry)) continue
      checked.add(entry)
      attempt(`tool ${name}`, () => describeTool(name, entry.value as ToolDefinition))
    }
    attempt('context', () => describeContext(given))
    for (const name of given.eventNames) {
      const error = findUnknownEvent(name)
      if (error) tellOnce(error)
    }
  }
  check()
  return check
}
