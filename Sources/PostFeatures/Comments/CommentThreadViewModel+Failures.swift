import Core

extension CommentThreadViewModel {
    /// Dismisses the banner, if that is possible.
    public func dismissBanner() {
        state.update { $0.banner.dismiss() }
    }

    /// Fetches the thread again that did not come for want of a network, as a server answers by now.
    func reloadAfterOutage() async {
        if policy != .storedOnly, !state.value.phase.isBusy { await reload() }
    }
}
