import { createContext, use } from 'react'
import type { Arrival } from './sign-in.ts'

/** The request in the address with which the desk was opened. */
export const ArrivalContext = createContext<Arrival>({ type: 'plain' })

export const useArrival = (): Arrival => use(ArrivalContext)
