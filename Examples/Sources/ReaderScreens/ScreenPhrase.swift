package import PostFeatures

/// The texts of the interactive reader, beside those of the view models.
package enum ScreenPhrase: String, LocalizedPhrase {
    // MARK: Actions, as the help lists them, beside those of all programs

    case goTo, search, searchPlace, undo, nextUnread, previousUnread, markRead, markAbove
    case save, favourite, dismiss, hide, order, showNew, nextNew, nextTop
    case previousTop, parent, fold, foldAll, unfoldAll, link, copyLink, upvote, downvote
    case original, reply, send, quote, asLink, submit, edit, remove, addSource, moveUp, moveDown, subscribe
    case markAll, unreadOnly, signOut, reset, resetAll, host, clear
    case download
    case fetchPicture, previousPicture, nextPicture, viewPicture, savePicture

    // MARK: Titles, states and sentences

    /// The title of the list of feeds.
    case feeds
    /// Nothing was typed in a search for posts.
    case typeToSearch
    /// Nothing was typed in a search for comments.
    case typeToSearchComments
    /// Nothing was typed in a search at the server.
    case typeToSearchServer
    /// How to search elsewhere, with the key.
    case searchHint
    /// A search among stored posts.
    case postsHere
    /// A search among stored comments.
    case commentsHere
    /// A search at the server.
    case atServer
    /// The server cannot be searched.
    case noServerSearch
    /// Nothing was dismissed.
    case nothingToUndo
    /// The list has one order.
    case oneOrder
    /// No unread post in this direction.
    case noUnread
    /// No unread post in any feed.
    case nothingUnread
    /// No new comment below.
    case noNewComment
    /// No comment on the post in this direction.
    case noFurther
    /// The thread is empty.
    case noComments
    /// The post shows no other one.
    case noOriginal
    /// The post has no link.
    case noLink
    /// A draft was found; it is what stands in the field.
    case draftRestored
    /// How to send, and to go, with the keys of both.
    case replyHint
    /// How to take a text back, with the key.
    case takeBackHint
    /// The server has refused it.
    case refused
    /// The key that shows what is not sent.
    case outboxHint
    /// A text can be taken back no more.
    case sentAlready
    /// The title of the settings.
    case settings
    /// The question before all settings are set back.
    case resetQuestion
    /// The title of the storage.
    case storage
    /// The title of the activity.
    case activity
    /// The title of the accounts.
    case accounts
    /// The title of the drafts.
    case drafts
    /// The title of all sources in one list.
    case everything
    /// A setting that this version does not know.
    case otherVersionsSetting
    /// The button that deletes files.
    case deleteThat
    /// The activity of all servers.
    case allServers
    /// No account is used.
    case nobody
    /// Signing out keeps what is unsent.
    case signOutKeeping
    /// Signing out removes what is unsent.
    case signOutDiscarding
    /// The account takes over marks and votes from before the sign-in.
    case takeOver
    /// Marks and votes from before the sign-in stay nobody’s.
    case leaveAsItIs
    /// The field for the address to which the browser was led.
    case redirect
    /// How one signs in with a browser.
    case openPage
    /// A text that is no address.
    case noAddress
    /// A screen that this run or this site has no service for.
    case notHere
    /// Another program has the store open for writing.
    case besideWriter
    /// An answer whose post is not known.
    case noPlace
    /// The sign-in page has signed nobody in.
    case notSignedIn
    /// Sources in the person's own order.
    case ownOrder
    /// Sources with the one that was opened last in front.
    case lastOpenedFirst
    /// A source is moved while another order is shown, with the key of the order.
    case moveInOwnOrder
    /// A row that is no source.
    case noSource
    /// Nobody can subscribe here.
    case cannotSubscribe
    /// The account is subscribed to the source.
    case subscribed
    /// The field of a new source.
    case nameOfSource
    /// The forms in which the name of a source can be typed.
    case sourceForms
    /// The field of a post’s community.
    case community
    /// The field of a post’s title.
    case titleOfPost
    /// The field of a post’s link.
    case linkOfPost
    /// A post that is a link has no text to write.
    case linkWithoutText
    /// The community is misspelt.
    case noCommunity
    /// The question before a deletion.
    case deleteQuestion
    /// A row is no comment that somebody can have written.
    case notYours
    /// A post or a comment is known to be of another person.
    case somebodyElses
    case languageLater
    /// The title of the downloads.
    case packs
    /// The number of posts that are downloaded.
    case packPosts
    /// Whether comments are downloaded too.
    case packComments
    /// Whether pictures and videos are downloaded too.
    case packMedia
    /// Whether the download waits for a network that costs nothing.
    case packFreeNetwork
    /// They are.
    case packHas
    /// They are not.
    case packHasNot
    /// The row that begins a download, with the feed.
    case packBegin
    /// The key that stops a download.
    case packPauseHint
    /// The key that continues a download.
    case packResumeHint
    /// The question before a download is removed.
    case removePack
    /// A row that is no download.
    case noPack
    /// The name of a picture, before its size.
    case picture
    /// The name of a film, before its size.
    case film
    /// There is a film, which no terminal shows.
    case filmHere
    /// A picture that is not on this device, with the key that fetches it.
    case pictureElsewhere
    /// A picture that is covered, with the key that shows it.
    case pictureCovered
    /// A picture of a gallery that the server has no more.
    case pictureGone
    /// The post has no picture.
    case noPicture
    /// There is no picture in this direction.
    case noOtherPicture
    /// Pictures are words here.
    case picturesOff
    /// No installed program reads the picture.
    case noPictureTool
    /// The picture is larger than what is taken.
    case pictureTooLarge
    /// The picture cannot be read.
    case pictureDamaged
    /// The picture is being saved.
    case pictureSaving
    /// The picture was saved, with its place.
    case pictureSaved
    /// A field that the sign-in lacks.
    case missingField
    /// The number of things that are not sent, before signing out.
    case unsentAtSignOut
    /// The question before signing out, with the account.
    case signOutQuestion
    /// The number of things that were done before the sign-in.
    case takeOverQuestion

    package var english: PhraseText {
        switch self {
        case .goTo: .fixed("Go to another feed")
        case .search: .fixed("Search")
        case .searchPlace: .fixed("Search elsewhere: posts or comments on this device, the server")
        case .undo: .fixed("Take back what was done last")
        case .nextUnread: .fixed("Next unread post, also of the next feed")
        case .previousUnread: .fixed("Previous unread post")
        case .markRead: .fixed("Read or unread")
        case .markAbove: .fixed("Mark all above as read")
        case .save: .fixed("Save, or no longer")
        case .favourite: .fixed("Favourite, or no longer")
        case .dismiss: .fixed("Dismiss")
        case .hide: .fixed("Hide in every feed")
        case .order: .fixed("Order")
        case .showNew: .fixed("Show new posts")
        case .nextNew: .fixed("Next new comment")
        case .nextTop: .fixed("Next comment on the post")
        case .previousTop: .fixed("Previous comment on the post")
        case .parent: .fixed("To what is answered")
        case .fold: .fixed("Fold or unfold")
        case .foldAll: .fixed("Fold all")
        case .unfoldAll: .fixed("Unfold all")
        case .link: .fixed("Show the link")
        case .copyLink: .fixed("Copy the link")
        case .original: .fixed("To the post that is shown in this one")
        case .reply: .fixed("Answer")
        case .send: .fixed("Send")
        case .quote: .fixed("Quote what is answered")
        case .upvote: .fixed("Vote up, or no longer")
        case .downvote: .fixed("Vote down, or no longer")
        case .feeds: .fixed("Feeds")
        case .typeToSearch: .fixed("Type what to look for among the posts on this device")
        case .typeToSearchComments: .fixed("Type what to look for among the comments on this device")
        case .typeToSearchServer: .fixed("Type what the server is to look for")
        case .searchHint: .filled("% searches elsewhere.")
        case .postsHere: .fixed("posts on this device")
        case .commentsHere: .fixed("comments on this device")
        case .atServer: .fixed("at the server")
        case .noServerSearch: .fixed("This server cannot be searched.")
        case .nothingToUndo: .fixed("There is nothing to take back.")
        case .oneOrder: .fixed("This list has one order only.")
        case .noUnread: .fixed("No further unread post.")
        case .nothingUnread: .fixed("Nothing unread in any feed.")
        case .noNewComment: .fixed("No further new comment.")
        case .noFurther: .fixed("No further comment on the post.")
        case .noComments: .fixed("No comments yet.")
        case .noOriginal: .fixed("This post shows no other one.")
        case .noLink: .fixed("This post has no link.")
        case .draftRestored: .fixed("This is your draft.")
        case .replyHint: .filled("% sends; what is written is kept as a draft.")
        case .takeBackHint: .filled("% takes it back.")
        case .refused: .fixed("refused")
        case .outboxHint: .filled("% shows what is not sent.")
        case .sentAlready: .fixed("It is on its way already.")
        case .submit: .fixed("Write a post")
        case .edit: .fixed("Change what is yours")
        case .remove: .fixed("Remove")
        case .addSource: .fixed("Add a source")
        case .moveUp: .fixed("Move it up")
        case .moveDown: .fixed("Move it down")
        case .subscribe: .fixed("Subscribe on the server, or no longer")
        case .markAll: .fixed("Mark all as read")
        case .unreadOnly: .fixed("Unread only, or all")
        case .signOut: .fixed("Sign out")
        case .reset: .fixed("Back to the default")
        case .resetAll: .fixed("All settings back to their defaults")
        case .resetQuestion: .fixed("Set all settings back to their defaults?")
        case .host: .fixed("One server, or all")
        case .clear: .fixed("Remove all entries")
        case .asLink: .fixed("A text, or a link")
        case .settings: .fixed("Settings")
        case .storage: .fixed("Storage")
        case .activity: .fixed("Activity")
        case .accounts: .fixed("Accounts")
        case .drafts: .fixed("Drafts")
        case .everything: .fixed("All sources")
        case .otherVersionsSetting: .fixed("Another version of the program has this setting.")
        case .deleteThat: .fixed("Delete it from this device")
        case .allServers: .fixed("All servers")
        case .nobody: .fixed("Nobody")
        case .signOutKeeping: .fixed("Sign out, and keep what is not sent for the next time")
        case .signOutDiscarding: .fixed("Sign out, and remove everything of it from this device")
        case .takeOver: .fixed("Take it over")
        case .leaveAsItIs: .fixed("Leave it as it is")
        case .redirect: .fixed("Address of the page that opened at the end")
        case .openPage: .fixed("Open this page, sign in there, and type the address to which it leads:")
        case .noAddress: .fixed("This is no address.")
        case .notHere: .fixed("This is not available here.")
        case .besideWriter:
            .fixed("Another program has the store open: this one only reads, and leaves marks and texts to that one.")
        case .noPlace: .fixed("The post of this answer is not known.")
        case .notSignedIn: .fixed("Nobody was signed in.")
        case .ownOrder: .fixed("own order")
        case .lastOpenedFirst: .fixed("last opened first")
        case .moveInOwnOrder: .filled("Only your own order can be changed; % shows it.")
        case .noSource: .fixed("This is no source.")
        case .cannotSubscribe: .fixed("Sign in to subscribe on the server.")
        case .subscribed: .fixed("subscribed")
        case .nameOfSource: .fixed("Source")
        case .sourceForms: .filled("It can be typed as: %")
        case .community: .fixed("Community")
        case .titleOfPost: .fixed("Title")
        case .linkOfPost: .fixed("Link")
        case .linkWithoutText: .fixed("A link has no text.")
        case .noCommunity: .fixed("This is no name of a community.")
        case .deleteQuestion: .fixed("Delete it for good?")
        case .notYours: .fixed("It is not known to be yours.")
        case .somebodyElses: .fixed("It is somebody else’s.")
        case .languageLater: .fixed("The language is another one from the next start on.")
        case .download: .fixed("Download for reading without a network")
        case .packs: .fixed("Downloads for offline reading")
        case .packPosts: .fixed("Posts")
        case .packComments: .fixed("Comments")
        case .packMedia: .fixed("Pictures and videos")
        case .packFreeNetwork: .fixed("Only by a network that is free of charge")
        case .packHas: .fixed("yes")
        case .packHasNot: .fixed("no")
        case .packBegin: .filled("Download now: %")
        case .packPauseHint: .filled("% stops it")
        case .packResumeHint: .filled("% continues")
        case .removePack: .fixed("Remove this download, with the files that only it needs?")
        case .noPack: .fixed("This is no download.")
        case .fetchPicture: .fixed("Fetch the picture, or show a covered one")
        case .previousPicture: .fixed("Previous picture")
        case .nextPicture: .fixed("Next picture")
        case .viewPicture: .fixed("The picture on the whole screen")
        case .savePicture: .fixed("Save the picture")
        case .picture: .fixed("picture")
        case .film: .fixed("film")
        case .filmHere: .fixed("This is a film; its link leads to it.")
        case .pictureElsewhere: .filled("Not on this device; % fetches it.")
        case .pictureCovered: .filled("Covered; % shows it.")
        case .pictureGone: .fixed("This picture is not available.")
        case .noPicture: .fixed("This post has no picture.")
        case .noOtherPicture: .fixed("No further picture.")
        case .picturesOff: .fixed("Pictures are not shown on this terminal.")
        case .noPictureTool: .fixed("No tool for this kind of picture (install ImageMagick).")
        case .pictureTooLarge: .fixed("It is too large to be shown here.")
        case .pictureDamaged: .fixed("It cannot be shown.")
        case .pictureSaving: .fixed("Saving …")
        case .pictureSaved: .filled("Saved: %")
        case .signOutQuestion: .filled("Sign out of the account %?")
        case .missingField: .filled("The server asks for this too: %")
        case .unsentAtSignOut:
            .counted([
                .one: "% thing is not sent. What becomes of it?",
                .other: "% things are not sent. What becomes of them?",
            ])
        case .takeOverQuestion:
            .counted([
                .one: "% thing was done before the sign-in. Take it over?",
                .other: "% things were done before the sign-in. Take them over?",
            ])
        }
    }
}
