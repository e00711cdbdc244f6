-- CreateTable
CREATE TABLE "observe_answers" (
    "id" UUID NOT NULL DEFAULT uuid_v7(),
    "is_yes" BOOLEAN NOT NULL,
    "text_version" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT transaction_timestamp(),
    "ended_at" TIMESTAMPTZ(3),

    CONSTRAINT "observe_answers_pkey" PRIMARY KEY ("id")
);
