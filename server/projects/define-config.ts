import type { ProjectBlock } from './project-schema.ts'

export { createInterrupt } from '../models/interrupt.ts'
export { imageFile } from './image-file.ts'

/** What the operator decides about each project, read once at start. */
export interface AlcoveConfig {
  /**
   * By project id. A project also needs a row in the store (`npm run alcove -- project create`);
   * only `default` has one from the start.
   */
  readonly projects: Readonly<Record<string, ProjectBlock>>
}

/**
 * What `alcove.config.ts` exports by default: it gives back what it gets, and lets the editor know the
 * keys and their types.
 */
export const defineConfig = (config: AlcoveConfig): AlcoveConfig => config
