export { type App, startApp } from './app.ts';
