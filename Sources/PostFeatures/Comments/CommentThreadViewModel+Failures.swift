import Core

extension CommentThreadViewModel {
    /// Dismisses the banner, if that is possible.
    public func dismissBanner() {
        state.update { $0.banner.dismiss() }
    }

    /// Fetches the thread again that did not come for want of a network, as a server answers by now.
    func reloadAfterOutage() async {
        let now = state.value
        guard policy != .storedOnly, !now.phase.isBusy, let banner = now.banner, banner.cause == .content,
            [.offline, .timedOut, .captivePortal].contains(banner.error.code)
        else { return }
        await reload()
    }
}
