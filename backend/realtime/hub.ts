import { randomBytes } from 'node:crypto';
import { type PresenceDiff, type PresenceEntries, PresenceState } from './presence.ts';
import { type Broadcast, encodeBroadcast, type Version } from './serializer.ts';

/** A topic; a private and a public channel of the same name are different topics. */
export interface TopicName {
  topic: string;
  isPrivate: boolean;
}

/** A member of a topic, which receives its broadcasts. */
export interface Member {
  version: Version;
  /** Receives an encoded broadcast. */
  deliver(frame: string | Buffer): void;
  deliverPresence(diff: PresenceDiff): void;
}

export interface Hub {
  join(name: TopicName, member: Member): void;
  leave(name: TopicName, member: Member): void;
  /** @param except the sender, when it does not receive its own messages */
  broadcast(name: TopicName, broadcast: Broadcast, except?: Member): void;
  track(name: TopicName, member: Member, key: string, payload: Record<string, unknown>): void;
  untrack(name: TopicName, member: Member): void;
  presence(name: TopicName): PresenceEntries;
}

interface Topic {
  members: Set<Member>;
  presence: PresenceState<Member>;
}

/** The members of this process's topics. */
export function createHub(): Hub {
  const topics = new Map<string, Topic>();
  const keyOf = ({ topic, isPrivate }: TopicName) => `${isPrivate ? 'private' : 'public'}:${topic}`;

  function open(name: TopicName): Topic {
    const key = keyOf(name);
    const topic = topics.get(key) ?? {
      members: new Set(),
      presence: new PresenceState<Member>(() => randomBytes(9).toString('base64url')),
    };
    topics.set(key, topic);
    return topic;
  }

  function sendDiff({ members }: Topic, diff: PresenceDiff | undefined): void {
    if (diff) for (const member of members) member.deliverPresence(diff);
  }

  return {
    join(name, member) {
      open(name).members.add(member);
    },
    leave(name, member) {
      const topic = topics.get(keyOf(name));
      if (!topic) return;
      topic.members.delete(member);
      sendDiff(topic, topic.presence.untrack(member));
      if (topic.members.size === 0 && topic.presence.isEmpty) topics.delete(keyOf(name));
    },
    broadcast(name, broadcast, except) {
      const topic = topics.get(keyOf(name));
      if (!topic) return;
      const frames = new Map<Version, string | Buffer | undefined>();
      for (const member of topic.members) {
        if (member === except) continue;
        const { version } = member;
        if (!frames.has(version)) {
          frames.set(version, encodeBroadcast(`realtime:${name.topic}`, broadcast, version));
        }
        const frame = frames.get(version);
        if (frame !== undefined) member.deliver(frame);
      }
    },
    track(name, member, key, payload) {
      const topic = open(name);
      sendDiff(topic, topic.presence.track(member, key, payload));
    },
    untrack(name, member) {
      const topic = topics.get(keyOf(name));
      if (topic) sendDiff(topic, topic.presence.untrack(member));
    },
    presence: (name) => topics.get(keyOf(name))?.presence.entries() ?? {},
  };
}
