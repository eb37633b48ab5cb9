package import PostFeatures

/// The texts that all programs with screens have, beside those of the view models.
package enum AppPhrase: String, LocalizedPhrase {
    // MARK: Actions, as the help lists them

    case up, down, pageUp, pageDown, top, bottom
    case open, back, refresh, help, redraw, suspend, quit
    case outbox, retry, sendNow, arrived, giveUp, focus, editor

    // MARK: Titles, states and sentences

    /// The title of the help.
    case keys
    /// The outbox is empty.
    case nothingUnsent
    /// Nothing of the outbox is sent before a person decides, with the keys for that.
    case nothingToSend
    /// This run cannot write.
    case cannotWrite
    /// The question about items that wait for one that is given up, with their number.
    case dependants
    /// They go too.
    case dependantsToo
    /// They become drafts.
    case dependantsToDrafts
    /// They answer what that one answers.
    case dependantsToParent
    /// Nothing is done.
    case doNothing
    /// An item that may have been paid is dropped all the same.
    case dropAllTheSame
    /// The link was given to the terminal's clipboard.
    case linkCopied
    /// A key that does nothing, with the key of the help.
    case unknownKey
    /// The key that tries again.
    case triesAgain
    /// The network is off for this run.
    case networkOff
    /// Servers answer.
    case online
    /// Something is being fetched.
    case fetching
    /// It is not sent yet.
    case unsent
    /// The number of things that are not sent.
    case unsentCount
    /// Something unsent waits until its person signs in again.
    case signInToSend
    /// Something unsent waits for a person who is not signed in, with their name.
    case waitsForPerson
    /// Something unsent is of another account than the one in use, with its name.
    case belongsToPerson
    /// The name of an account of which no other one is known.
    case anotherAccount
    /// A thing goes out once a person signs in, with their name.
    case goesOnceSignedIn
    /// The words of something unsent are seen by its person alone, with the name.
    case seenByPerson
    /// The number of unread answers.
    case answers
    /// A form lacks something, or something in it is wrong.
    case notComplete
    /// A field takes no more of what is typed.
    case noMoreFits
    /// A row of a list is the chosen one.
    case chosen
    /// Something was not read yet.
    case unread
    /// It is the one of several that holds now.
    case current
    /// The line below a form that does what the form is for.
    case button
    /// Something went wrong, with what.
    case failure
    /// How deep an answer is.
    case level
    /// The list has no row of this number.
    case noRow
    /// A line is nothing that can be done here.
    case unknownLine
    /// A line behind a colon is nothing that can be done here.
    case unknownCommand
    /// A hint at what lines mean where screens are told in lines.
    case lineHint
    /// A hint at what lines mean while a text is written.
    case writingHint
    /// The text of the editor was taken over.
    case editorDone
    /// The editor has failed, with its name and what is known of it.
    case editorFailed
    /// The editor was killed when it had saved something, with the file.
    case editorKilled
    /// The editor has written something else than a text, with the file.
    case editorNoText
    /// The draft cannot take what was written in the editor, with the file.
    case editorTooMuch
    /// The text of the editor cannot be stored, with the file.
    case editorNotStored
    /// There is no terminal for an editor.
    case editorNeedsTerminal
    /// This run began while another program had the store open for writing.
    case readOnlyRun
    /// The key that goes to the next field of a form.
    case nextField
    /// The key that goes to the one before.
    case previousField
    /// The key that goes to the next field, and behind the last one does what the form is for, with the words for that.
    case nextFieldOrButton
    /// The key that opens something beside a list, where nothing is open.
    case opensHere

    package var english: PhraseText {
        switch self {
        case .up: .fixed("Up")
        case .down: .fixed("Down")
        case .pageUp: .fixed("A page up")
        case .pageDown: .fixed("A page down")
        case .top: .fixed("To the top")
        case .bottom: .fixed("To the end")
        case .open: .fixed("Open")
        case .back: .fixed("Back")
        case .refresh: .fixed("Fetch again")
        case .help: .fixed("keys")
        case .redraw: .fixed("Draw the screen again")
        case .suspend: .fixed("Back to the shell; fg returns")
        case .quit: .fixed("quit")
        case .outbox: .fixed("What is not sent")
        case .retry: .fixed("Send it again")
        case .sendNow: .fixed("Send all now")
        case .arrived: .fixed("It has arrived")
        case .giveUp: .fixed("Give it up; a text becomes a draft")
        case .focus: .fixed("To the other pane")
        case .keys: .fixed("Keys")
        case .nothingUnsent: .fixed("Everything is sent.")
        case .nothingToSend: .filled("Nothing here goes by itself. These keys decide: %")
        case .cannotWrite: .fixed("Nothing can be written here.")
        case .dependants:
            .counted([
                .one: "% answer waits for it. What becomes of that?",
                .other: "% answers wait for it. What becomes of them?",
            ])
        case .dependantsToo: .fixed("Give them up too")
        case .dependantsToDrafts: .fixed("Make drafts of them")
        case .dependantsToParent: .fixed("Let them answer what it answered")
        case .doNothing: .fixed("Do nothing")
        case .dropAllTheSame: .fixed("Drop it all the same, though something may be lost")
        case .linkCopied: .fixed("The link is in the clipboard, where the terminal allows that.")
        case .unknownKey: .filled("This key does nothing here; % shows those that do.")
        case .triesAgain: .filled("% tries again")
        case .networkOff: .fixed("network off")
        case .online: .fixed("online")
        case .fetching: .fixed("fetching…")
        case .unsent: .fixed("not sent yet")
        case .unsentCount: .counted([.one: "% unsent", .other: "% unsent"])
        case .signInToSend: .fixed("sign in to send")
        case .waitsForPerson: .filled("waits for %")
        case .belongsToPerson: .filled("belongs to %")
        case .anotherAccount: .fixed("another account")
        case .goesOnceSignedIn: .filled("It goes out once %, whose it is, has signed in.")
        case .seenByPerson: .filled("Only %, whose it is, sees what it says.")
        case .notComplete: .fixed("Something is missing, or not right yet.")
        case .noMoreFits: .fixed("No more fits in here.")
        case .readOnlyRun:
            .fixed("Another program had the store open when this one began. End that one, and begin this one anew.")
        case .nextField: .fixed("To the next field")
        case .previousField: .fixed("To the previous field")
        case .nextFieldOrButton: .filled("To the next field; in the last one: %")
        case .opensHere: .filled("% opens what is chosen here.")
        case .editor: .fixed("Write in your editor")
        case .editorDone: .fixed("What you wrote in your editor is here now.")
        case .editorFailed: .filled("The editor has failed (%); the text is as it was.")
        case .editorKilled: .filled("%: the editor was ended and had saved this; the text is as it was.")
        case .editorNoText: .filled("%: what the editor has saved is no text in UTF-8.")
        case .editorTooMuch: .filled("%: this text cannot be taken over, and stays there.")
        case .editorNotStored: .filled("%: this text cannot be stored, and stays there.")
        case .editorNeedsTerminal: .fixed("An editor needs a terminal.")
        case .chosen: .fixed("chosen")
        case .unread: .fixed("unread")
        case .current: .fixed("in use")
        case .button: .fixed("button")
        case .failure: .filled("Failure: %")
        case .level: .filled("level %")
        case .noRow: .filled("There is no row %.")
        case .unknownLine: .filled("Nothing here is named “%”; “help” lists what there is.")
        case .unknownCommand:
            .filled(
                "Nothing here is named “%”; “:help” lists what there is, and a second colon in front makes it text.")
        case .lineHint:
            .fixed("A line is the name of an action, its key, or a row's number: “help” lists them, “quit” ends.")
        case .writingHint: .fixed("A line is text now; behind a colon it is an action, such as “:back” or “:help”.")
        case .answers: .counted([.one: "% answer", .other: "% answers"])
        }
    }
}
