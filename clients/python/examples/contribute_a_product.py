import os
import sys

from factshelf import FactshelfError, connect
from factshelf.api.contribution import get_submission, submit_facts
from factshelf.models import NewSubmission

gtin = sys.argv[1] if len(sys.argv) > 1 else "9529999000019"


def submit(client):
    """The id of the submission: of the earlier one if the same is waiting for its review."""
    product = NewSubmission(
        gtin=gtin, name="Hazelnut cocoa spread", brand="Dune", net_content_value=400, net_content_unit="g"
    )
    try:
        taken = submit_facts.sync(client=client, body=product)
    except FactshelfError as error:
        if error.code != "duplicate_submission":
            raise
        return error.details["submission_id"]
    # It is told this once. With it a question of an operator is answered.
    print(f"Answer token: {taken.answer_token}")
    return taken.id


with connect(
    os.environ.get("FACTSHELF_URL", "http://127.0.0.1:8080"), api_key=os.environ.get("FACTSHELF_API_KEY")
) as client:
    # The second time, give the id that was printed the first time.
    submission_id = sys.argv[2] if len(sys.argv) > 2 else submit(client)
    submission = get_submission.sync(submission_id, client=client)

print(f"{submission_id} is {submission.status}")
if submission.question:
    print(f"An operator asks: {submission.question.text}")
if submission.status == "approved":
    print(f"It is product {submission.product_id}")
if submission.status == "rejected":
    print(f"Because: {submission.reason}")
