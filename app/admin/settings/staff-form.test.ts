import { describe, expect, it } from 'vitest';
import { staffColumns, staffForm, staffFormValues } from './staff-form.ts';

describe('the staff settings form', () => {
  it('accepts one address per line and reads back unchanged', () => {
    const form = staffForm.parse({ ...staffFormValues(null), contactEmails: ' a@b.example \n\nc@d.example' });
    const columns = staffColumns(form);
    expect(columns).toEqual({
      contact_emails: ['a@b.example', 'c@d.example'],
      low_stock_threshold: 5,
      unpaid_orders_limit: 10,
      unpaid_pieces_limit: 20,
      customer_files_limit: 1000,
      customer_storage_mb: 500,
      notes: '',
      customers_need_aal2: true,
      staff_need_second_factor: false,
      second_step_hours: 12,
    });
    expect(staffFormValues({ ...columns, version: 1 })).toMatchObject({
      contactEmails: 'a@b.example\nc@d.example',
    });
  });

  it('leaves unpaid orders unlimited when the field is empty', () => {
    const columns = staffColumns(
      staffForm.parse({ ...staffFormValues(null), unpaidOrders: ' ', unpaidPieces: '' }),
    );
    expect(columns).toMatchObject({ unpaid_orders_limit: null, unpaid_pieces_limit: null });
    expect(staffFormValues({ ...columns, version: 1 })).toMatchObject({ unpaidOrders: '', unpaidPieces: '' });
  });

  it.each([
    [{ contactEmails: 'nobody' }, 'contactEmails'],
    [{ contactEmails: Array(21).fill('a@b.example').join('\n') }, 'contactEmails'],
    [{ unpaidOrders: '0' }, 'unpaidOrders'],
    [{ unpaidPieces: '10001' }, 'unpaidPieces'],
    [{ lowStock: '' }, 'lowStock'],
    [{ lowStock: '-1' }, 'lowStock'],
    [{ lowStock: '10001' }, 'lowStock'],
    [{ secondStepHours: '721' }, 'secondStepHours'],
  ])('rejects %j', (changes, path) => {
    const result = staffForm.safeParse({ ...staffFormValues(null), ...changes });
    expect(result.error?.issues.map((issue) => issue.path.join('.'))).toContain(path);
  });
});
