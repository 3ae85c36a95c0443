import type { AlcoveConfig } from './config-types.ts'

export { createInterrupt } from '../models/interrupt.ts'

/**
 * What `alcove.config.ts` exports by default: it gives back what it gets, and lets the editor know the
 * keys and their types.
 */
export const defineConfig = (config: AlcoveConfig): AlcoveConfig => config
