import { HomePage } from './home-page.tsx'

export const homeRoute = { path: ['/', '/superset/welcome/'], Component: HomePage }
