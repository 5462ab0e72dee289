export { childrenOf, isAlive, processesWith, transcript, until } from 'embedded-supabase/testing';
