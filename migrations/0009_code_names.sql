-- Names of codes that operators gave: they come before those of the release.
CREATE TABLE "code_names" (
	"list" text NOT NULL,
	"code" text NOT NULL,
	"names" jsonb NOT NULL,
	CONSTRAINT "code_names_pkey" PRIMARY KEY("list","code")
);
