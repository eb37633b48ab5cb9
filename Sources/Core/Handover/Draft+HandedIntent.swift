extension Draft {
    /// Creates the draft of what another process has left and is no entry yet; `nil` for what has no text.
    ///
    /// It has the id of the entry, so that the draft goes with the commit in which that is stored.
    ///
    /// - Parameter handed: The intent.
    package init?(_ handed: HandedIntent) {
        let account = handed.account
        self.init(
            id: ID(rawValue: handed.id.rawValue), account: account.isOfToken ? nil : account,
            kind: OutboxItem.Kind(rawValue: handed.kind.rawValue), site: account.site, date: handed.queued.date)
        switch handed.intent {
        case .reply(let text, let parent, let post):
            (self.text, target, thread) = (text, parent, post ?? parent.post)
        case .edit(let text, let edited): (self.text, target) = (text, edited)
        case .submit(let post, let name):
            (title, text, url, community) = (post.title, post.text, post.url, name)
            isLink = post.url != nil
        case .own(let intent): (content, target) = (intent.payload.text, intent.target)
        case .vote, .save, .hide, .read, .subscribe, .delete: return nil
        }
        if isEmpty { return nil }
    }
}
