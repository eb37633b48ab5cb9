import Core

/// Texts of the screens on which somebody writes, and of the outbox.
public enum WritingPhrase: String, LocalizedPhrase {
    // MARK: What keeps a text from being queued

    /// A comment without a word.
    case blankComment
    /// A post without a title.
    case blankTitle
    /// A comment with too many characters, with how many it may have and has.
    case commentTooLong
    /// A post's text with too many characters, with how many it may have and has.
    case postTooLong
    /// A title with too many characters, with how many it may have and has.
    case titleTooLong
    /// A title with too few characters, with how many it has to have.
    case titleTooShort
    /// A title of more than one line.
    case titleHasLines
    /// A comment of more than one line.
    case commentHasLines
    /// A post with a text and a link.
    case textAndLink
    /// A link that is none.
    case notALink
    /// A post without a community.
    case blankCommunity
    /// A text that is no community's name, which is named.
    case notACommunity
    /// The number of characters that are left.
    case charactersLeft
    /// The number of characters that are too many.
    case charactersTooMany

    // MARK: Whether somebody can write

    /// Nobody is signed in.
    case signedOut
    /// The app cannot write to the site.
    case unsupported
    /// A draft was brought back.
    case restored
    /// The edited text is another one than before.
    case baseChanged

    // MARK: What became of a text

    /// It can be taken back until a time.
    case undoableUntil
    /// It can be taken back for a number of seconds from now on.
    case undoableFor
    /// It is about to be sent.
    case queued
    /// It goes out when that is possible.
    case waiting
    /// It goes out when that is possible, with the reason why it did not.
    case waitingAfter
    /// It is being sent.
    case sending
    /// It is being looked for.
    case checking
    /// Nobody knows whether it arrived.
    case unsure
    /// It was refused.
    case refused
    /// It was refused, with the reason.
    case refusedFor
    /// It arrived.
    case sent
    /// It is kept as a draft.
    case draft
    /// It was thrown away.
    case discarded

    // MARK: What keeps an item

    /// One goes first that is being looked for.
    case heldByLook
    /// One goes first of which a person has to say whether it arrived.
    case heldByUnsure
    /// A person has to say whether it arrived, and can send it again or give it up.
    case unsureAdvice

    // MARK: Why a decision cannot be followed, by the cases of `WritingError`

    /// There is no such item.
    case unknownItem
    /// The item is under way.
    case underWay
    /// The number of items that wait for it.
    case hasDependants
    /// Nobody knows whether the item arrived.
    case itemUnsure
    /// The item has not failed.
    case notFailed
    /// The item was given up.
    case givenUp
    /// What is answered is being deleted.
    case targetDeleted
    /// The thing is not on the server.
    case notSent
    /// The item is dropped only with consent.
    case needsConsent
    /// The decision does not apply.
    case notApplicable

    // MARK: Kinds, by the words of `OutboxItem.Kind`

    /// The name of a vote.
    case vote
    /// The name of saving something.
    case save
    /// The name of hiding something.
    case hide
    /// The name of marking something as read.
    case read
    /// The name of a reply.
    case reply
    /// The name of an edit.
    case edit
    /// The name of a deletion.
    case delete
    /// The name of a post.
    case submit
    /// The name of a subscription.
    case subscribe

    // MARK: Lists

    /// The number of unsent things.
    case unsent
    /// The heading of what was refused.
    case refusedItems
    /// The heading of what nobody knows.
    case unsureItems
    /// The heading of what is being looked for.
    case checkingItems
    /// The heading of what is being sent.
    case sendingItems
    /// The heading of what is to be sent.
    case pendingItems
    /// The heading of what waits for something else.
    case waitingItems
    /// The heading of what was sent lately.
    case sentItems
    /// The heading of the drafts.
    case drafts
    /// The question whether something arrived.
    case didItArrive

    // MARK: Notices

    /// The server did not take a wish; with its kind.
    case overruled
    /// A text that was given up is on the server.
    case lateCopy
    /// The offer to delete that text.
    case deleteCopy

    public var english: PhraseText {
        switch self {
        case .blankComment: .fixed(WritingProblem.blankComment.message)
        case .blankTitle: .fixed(WritingProblem.blankTitle.message)
        case .commentTooLong: .filled("A comment here is too long (%). Make it shorter.")
        case .postTooLong: .filled("The text of the post is too long (%). Make it shorter.")
        case .titleTooLong: .filled("The title is too long (%). Make it shorter.")
        case .titleTooShort:
            .counted([
                .one: "A title here has at least % character.", .other: "A title here has at least % characters.",
            ])
        case .titleHasLines: .fixed("A title here is one line. Join its lines.")
        case .commentHasLines: .fixed("A comment here is one line. Join its lines.")
        case .textAndLink: .fixed(WritingProblem.textAndLink.message)
        case .notALink: .fixed(WritingProblem.notALink.message)
        case .blankCommunity: .fixed(WritingProblem.blankCommunity.message)
        case .notACommunity: .filled(WritingProblem.notACommunity("%").message)
        case .charactersLeft: .counted([.one: "% character left", .other: "% characters left"])
        case .charactersTooMany: .counted([.one: "% character too many", .other: "% characters too many"])
        case .signedOut: .fixed("You are signed out. What you write is kept as a draft; sign in to send it.")
        case .unsupported: .fixed("This app cannot write to this site.")
        case .restored: .fixed("Your draft is back")
        case .baseChanged: .fixed("The text was changed elsewhere after you began. Compare before you send yours.")
        case .undoableUntil: .filled("Can be taken back until %")
        case .undoableFor: .filled("Can be taken back for % s more")
        case .queued: .fixed("About to be sent")
        case .waiting: .fixed("Kept in the outbox; it goes out when there is a connection")
        case .waitingAfter: .filled("Kept in the outbox; it is tried again. %")
        case .sending: .fixed("Being sent")
        case .checking: .fixed("It may have arrived; looking for it")
        case .unsure: .fixed("Nobody knows whether it arrived. Look, and say so in the outbox.")
        case .refused: .fixed("It was refused. Change it and send it again.")
        case .refusedFor: .filled("It was refused: %")
        case .sent: .fixed("Sent")
        case .draft: .fixed("Kept as a draft")
        case .discarded: .fixed("Thrown away")
        case .unknownItem: .fixed(WritingError.unknownItem.description)
        case .underWay: .fixed(WritingError.underWay.description)
        case .hasDependants:
            .counted([
                .one: "% unsent reply waits for it. Say what becomes of it.",
                .other: "% unsent replies wait for it. Say what becomes of them.",
            ])
        case .itemUnsure: .fixed(WritingError.unsure.description)
        case .notFailed: .fixed(WritingError.notFailed.description)
        case .givenUp: .fixed(WritingError.givenUp.description)
        case .targetDeleted: .fixed(WritingError.targetDeleted.description)
        case .notSent: .fixed(WritingError.notSent.description)
        case .needsConsent: .fixed(WritingError.needsConsent([]).description)
        case .notApplicable: .fixed(WritingError.notApplicable.description)
        case .vote: .fixed("Vote")
        case .save: .fixed("Save")
        case .hide: .fixed("Hide")
        case .read: .fixed("Mark as read")
        case .reply: .fixed("Reply")
        case .edit: .fixed("Edit")
        case .delete: .fixed("Deletion")
        case .submit: .fixed("Post")
        case .subscribe: .fixed("Subscription")
        case .unsent: .counted([.one: "% unsent", .other: "% unsent"])
        case .refusedItems: .fixed("Refused")
        case .unsureItems: .fixed("Nobody knows")
        case .checkingItems: .fixed("Being looked for")
        case .sendingItems: .fixed("Being sent")
        case .pendingItems: .fixed("To be sent")
        case .waitingItems: .fixed("Waiting for something else")
        case .sentItems: .fixed("Sent lately")
        case .drafts: .fixed("Drafts")
        case .didItArrive: .fixed("Did it arrive?")
        case .heldByLook: .fixed("It goes after another one, which may have arrived and is being looked for.")
        case .heldByUnsure:
            .fixed("It goes after another one. Nobody knows whether that arrived: decide about that first.")
        case .unsureAdvice:
            .fixed("Nobody knows whether it arrived: say that it did, send it again, or give it up.")
        case .overruled: .filled("%: the site kept another value, although it was told again and again.")
        case .lateCopy: .fixed("A text that you gave up is on the site after all.")
        case .deleteCopy: .fixed("Delete it there")
        }
    }
}
