/** The npm package ships JavaScript; a clone runs its TypeScript. */
const IS_PACKAGE = import.meta.url.endsWith('.js')

/** How an operator calls the command line of this installation. */
export const PROGRAM = IS_PACKAGE ? 'npx alcove-server' : 'npm run alcove --'

/** True if {@link START_COMMAND} shows the demo shop until the operator has a configuration. */
export const HAS_DEMO = !IS_PACKAGE

/** How an operator starts this installation. */
export const START_COMMAND = IS_PACKAGE ? `${PROGRAM} start` : 'npm start'
