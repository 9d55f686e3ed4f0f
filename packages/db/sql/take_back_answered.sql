-- Takes back the charge of an answer that was stored under an Idempotency-Key and could not be sent, and deletes the
-- answer: both or neither. Returns false, and leaves both, where the answer was given to another request meanwhile: it
-- was received, so it is paid for. A charge of 0 credits has no ledger row to cancel. An answer stored later than
-- `p_at`, when it was decided to take back, is that of another charge. The rows are locked in the order of
-- settle_batch, which writes the answer last.
create function take_back_answered(
  p_month date, p_at timestamptz, p_account uuid, p_key uuid, p_operation text, p_credits integer, p_request text,
  p_idempotency_key text
) returns boolean
language plpgsql as $$
begin
  if p_credits > 0 then
    perform cancel_charges(p_month, p_at, array[p_account], array[p_key], array[p_operation], array[p_request]);
  end if;
  delete from idempotent_answers i
    where i.key_id = p_key and i.idempotency_key = p_idempotency_key and i.answered_at <= p_at and not i.replayed;
  if exists (
    select from idempotent_answers i
    where i.key_id = p_key and i.idempotency_key = p_idempotency_key and i.answered_at <= p_at
  ) then
    raise exception 'the answer was given to another request' using errcode = 'DD410';
  end if;
  return true;
exception when sqlstate 'DD410' then
  return false;
end
$$;
