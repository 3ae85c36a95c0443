import type { PageEntry } from '../pages.ts'
import type { PageContext } from '../session/session-context.tsx'

/** Whether the person may open the page in the project of the address. */
export const mayOpen = ({ needs }: Pick<PageEntry, 'needs'>, page: PageContext): boolean =>
  needs === 'service' ? page.session.isServiceOwner : page.may(needs)
