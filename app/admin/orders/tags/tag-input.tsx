import { useId, useState } from 'react';
import { TextField } from '#app/ui/text-field.tsx';
import { useRequest } from '../../ui/use-change.ts';
import { readTagsInUse, type TagInUse } from './tag-calls.ts';

type TagInputProps = {
  label: string;
  hint?: string;
  /** The stores whose tags are suggested. */
  tenantIds: readonly string[];
  value: string;
  onChange: (typed: string) => void;
  className?: string;
};

/** A field for a tag, which suggests those in use; they are read once somebody comes to it. */
export function TagInput({ label, hint, tenantIds, value, onChange, className }: TagInputProps) {
  const list = useId();
  const { request } = useRequest();
  const [tags, setTags] = useState<readonly TagInUse[] | null>(null);
  return (
    <>
      <TextField
        label={label}
        {...(hint !== undefined && { hint })}
        {...(className !== undefined && { className })}
        value={value}
        list={list}
        maxLength={40}
        autoComplete="off"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        onFocus={() => {
          if (tags === null) void request({ run: () => readTagsInUse(tenantIds), onDone: setTags });
        }}
      />
      <datalist id={list}>
        {(tags ?? []).map(({ tag, folded }) => (
          <option key={folded} value={tag} />
        ))}
      </datalist>
    </>
  );
}
