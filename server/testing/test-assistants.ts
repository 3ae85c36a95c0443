import type { Assistant, Assistants } from '../models/model.ts'

/** Every assistant of a test: a model, with defaults. */
export const assistantsWith = (model: Assistant['model']): Assistants => ({
  find: () =>
    Promise.resolve({
      model,
      system: undefined,
      tools: [],
      maxSteps: 10,
      maxOutputTokens: undefined,
      takesClientSystem: false,
    }),
})
