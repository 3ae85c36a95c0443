/** The npm package ships JavaScript; a clone runs its TypeScript. */
const IS_PACKAGE = import.meta.url.endsWith('.js')

/** How an operator calls the command line of this installation. */
export const PROGRAM = IS_PACKAGE ? 'npx alcove-server' : 'npm run alcove --'

/** The module of `defineConfig`, as a configuration in the operator's folder imports it. */
export const CONFIG_MODULE = IS_PACKAGE ? 'alcove-server' : './server/projects/define-config.ts'

/** How an operator starts this installation. */
export const START_COMMAND = IS_PACKAGE ? `${PROGRAM} start` : 'npm start'
