interface Given {
  /** What is searched for, such as `keys`. */
  what: string;
  label: string;
  named: string;
  find: (named: string) => void;
}

const PREFIX_LENGTH = 'svc_live_'.length + 6;

/** A search form for a list that the table shows only in part. */
export function Find({ what, label, named, find }: Given) {
  return (
    <form
      class="row"
      aria-label={`Find ${what}`}
      onSubmit={(event) => {
        event.preventDefault();
        const text = String(new FormData(event.currentTarget).get('named') ?? '').trim();
        // A complete key must not appear in the address of a request.
        find(/^svc_(live|test)_/.test(text) ? text.slice(0, PREFIX_LENGTH) : text);
      }}
    >
      <label>
        {label} <input name="named" maxLength={80} autocomplete="off" defaultValue={named} />
      </label>
      <button type="submit">Find</button>
      {named && (
        <button
          type="button"
          class="plain"
          onClick={({ currentTarget }) => {
            (currentTarget.form!.elements.namedItem('named') as HTMLInputElement).value = '';
            find('');
          }}
        >
          Show all
        </button>
      )}
    </form>
  );
}
