import AppScreens
import DemoServer
import ReaderScreens
import TestSupport
import Testing

extension ActionWalk where Context == ReaderContext {
    /// Begins with the screen that is seen.
    init(_ reader: DrivenReader, on fixture: ReaderFixture) {
        let server = fixture.server
        self.init(reader, requests: { server.requests.count })
    }

    /// Says whether everything that the screen lists was done.
    func finish() {
        let listed = listed.union(screen.actions)
        #expect(done == listed, "\(type(of: screen)): \(listed.symmetricDifference(done))")
    }
}
