import AppScreens
import Core
import Foundation
import PostFeatures
import ScreenKit

/// A text that is written and sent on a screen.
@MainActor
protocol WrittenText: AnyObject {
    /// What becomes of the text.
    var writing: WritingState { get }

    /// Takes the text back, which is in the outbox.
    func takeBack() async

    /// Follows what becomes of the text.
    ///
    /// - Parameter changed: Told of each change.
    /// - Returns: What ends that when it is released.
    func followWriting(_ changed: @escaping @MainActor () -> Void) -> ObservationToken
}

/// The text that was sent last: its screen is closed, and a person can take it back for some seconds.
@MainActor
final class SentText {
    /// The acts that an undo takes back before it takes back a text that was sent before them.
    private static let acts: Set<ReaderAction> = [
        .save, .favourite, .upvote, .downvote, .dismiss, .hide, .markRead, .markAbove, .remove,
    ]
    /// The time in which a person who takes a text back may not know yet that it is gone.
    private static let patience = Duration.seconds(10)

    private var text: (any WrittenText)?
    private var screen: (any AppScreen<ReaderAction>)?
    private var token: ObservationToken?
    private var ticks: Task<Void, Never>?
    /// Whether nothing else was done since.
    private var isLast = false
    private var sent: Date?

    /// Holds the text of a screen that is closed.
    fileprivate func hold(
        _ text: any WrittenText, of screen: any AppScreen<ReaderAction>, in context: ReaderContext
    ) {
        (self.text, self.screen, isLast, sent) = (text, screen, true, nil)
        token = text.followWriting { [weak self] in self?.follow(in: context) }
        ticks?.cancel()
        // Nobody wants to hear seconds pass.
        guard self.text != nil, !context.isPlain else { return }
        ticks = Task { [weak self, time = context.time, queue = context.queue] in
            while self?.isUndoable == true {
                do {
                    try await time.sleep(for: .seconds(1))
                } catch {
                    // Another text is the last one.
                    return
                }
                queue.send(.changed)
            }
        }
    }

    private var isUndoable: Bool {
        if case .undoable = text?.writing.progress { true } else { false }
    }

    private func follow(in context: ReaderContext) {
        switch text?.writing.progress {
        case .refused?:
            // Its screen is gone, and would have said so.
            if let words = words(in: context) {
                let hint = context.format.text(ScreenPhrase.outboxHint, filling: context.key(.outbox))
                context.relay.say("\(words) \(hint)")
            }
            forget()
        case .sent?:
            sent = context.time.now
            forget()
        case nil, .draft?, .discarded?: forget()
        case .queueing?, .undoable?, .queued?, .waiting?, .sending?, .checking?, .unsure?: break
        }
        context.queue.send(.changed)
    }

    private func words(in context: ReaderContext) -> String? {
        text?.writing.progress.map { context.format.text(of: $0, now: context.now, timeZone: .current) }
    }

    private func forget() { (text, screen, token) = (nil, nil, nil) }

    /// Says for how long the text can be taken back, and the key; nil where that is over.
    fileprivate func sentence(in context: ReaderContext) -> String? {
        guard isUndoable, let words = words(in: context) else { return nil }
        return words + " · " + context.format.text(ScreenPhrase.takeBackHint, filling: context.key(.undo))
    }

    private func takeBack(
        _ text: any WrittenText, to screen: any AppScreen<ReaderAction>, from shown: any AppScreen<ReaderAction>,
        in context: ReaderContext
    ) async {
        await text.takeBack()
        if !text.writing.isLocked {
            forget()
            context.relay.send(.show(screen), from: shown)
        } else {
            if let banner = text.writing.banner { context.relay.say(context.message(for: banner.error)) }
            hold(text, of: screen, in: context)
        }
    }

    /// Takes the text back where an action means that.
    fileprivate func change(
        for action: ReaderAction, on shown: any AppScreen<ReaderAction>, in context: ReaderContext
    ) -> ScreenChange<ReaderAction>? {
        if Self.acts.contains(action) { isLast = false }
        guard action == .undo, isLast else { return nil }
        if let text, let screen {
            guard text.writing.canTakeBack else {
                isLast = false
                return .say(context.text(.sentAlready))
            }
            token = nil
            context.keep { [self] in await takeBack(text, to: screen, from: shown, in: context) }
            return ScreenChange.none
        }
        isLast = false
        guard let sent, context.time.now.timeIntervalSince(sent) < Self.patience / .seconds(1) else { return nil }
        return .say(context.text(.sentAlready))
    }
}

extension ReaderContext {
    /// Closes the screen of a text that is on its way, and says in the last row for how long it can be taken back.
    ///
    /// - Parameter screen: The screen.
    /// - Returns: False where the person has closed it.
    @discardableResult
    func leave(_ screen: some AppScreen<ReaderAction> & WrittenText) -> Bool {
        let isThere = relay.send(.close, from: screen)
        sent.hold(screen, of: screen, in: self)
        relay.say { [sent, self] in sent.sentence(in: self) }
        return isThere
    }

    /// Takes back the text that was sent last, where an action means that and nothing else was done since.
    ///
    /// - Parameters:
    ///   - action: The action.
    ///   - screen: The screen on which it is done.
    /// - Returns: What that means for the screens; nil where the action means something else.
    func takeBack(
        for action: ReaderAction, on screen: any AppScreen<ReaderAction>
    ) -> ScreenChange<ReaderAction>? {
        sent.change(for: action, on: screen, in: self)
    }
}
