import { createContext, use } from 'react';

/** Leaves the portal by a full page load; a spec puts its own function here. */
export const LeaveContext = createContext<(url: string) => void>((url) => window.location.assign(url));

export function useLeave(): (url: string) => void {
  return use(LeaveContext);
}
