import { createContext } from 'react'

/** Whether boxes that scroll are tab stops: in a long thread only those of one message. */
export const TabStopsContext = createContext(true)
