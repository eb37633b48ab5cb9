import Core
import Foundation
import Mocks
import PostFeatures
import Testing

/// The place where a person is comes back, and what cannot be kept costs no more than some keys.
@MainActor
@Suite(.testInjector, .timeLimit(.minutes(1)))
struct ReadingPlaceViewModelTests {
    private let mocks = TestInjector.mocks
    private let places = ReadingPlaceViewModel(site: .demo)
    private let place = ReadingPlace(source: "r/swift", chosen: "t3_a", post: "t3_a", comment: "t1_b", offset: -3)

    private var written: Data? { mocks.stateStore.values["reading-place-demo"] }

    @Test func atTheFirstStartThereIsNone() async {
        #expect(await places.load() == nil)
        #expect(places.place == nil)
        await places.save()
        #expect(written == nil)
    }

    @Test func whatWasSavedIsThereAfterARestart() async {
        places.move(to: place)
        await places.save()
        #expect(await ReadingPlaceViewModel(site: .demo).load() == place)
        #expect(await ReadingPlaceViewModel(site: .reddit).load() == nil)
    }

    @Test func itIsWrittenASecondAfterTheFirstOfSeveralMoves() async throws {
        places.move(to: ReadingPlace(source: "home"))
        try await mocks.clock.waitForSleepers(1)
        places.move(to: place)
        #expect(written == nil)
        mocks.clock.advance(by: .seconds(1))
        while written == nil { await Task.yield() }
        #expect(await ReadingPlaceViewModel(site: .demo).load() == place)
        // The same place again is nothing to write.
        places.move(to: place)
        #expect(mocks.clock.sleeperCount == 0)
    }

    @Test func whereThePersonHasGoneMeanwhileIsNewerThanWhatIsStored() async {
        places.move(to: ReadingPlace(source: "home"))
        await places.save()
        let next = ReadingPlaceViewModel(site: .demo)
        next.move(to: place)
        #expect(await next.load() == place)
    }

    @Test func aPlaceThatCannotBeReadOrWrittenIsNone() async throws {
        try await mocks.stateStore.set(Data("no place".utf8), for: "reading-place-demo")
        #expect(await places.load() == nil)
        mocks.stateStore.fail(with: FileError(.diskFailure, path: "/state", operation: "write"))
        places.move(to: place)
        await places.save()
        #expect(await ReadingPlaceViewModel(site: .demo).load() == nil)
        mocks.stateStore.fail(with: nil)
        // What could not be written is tried again.
        await places.save()
        #expect(await ReadingPlaceViewModel(site: .demo).load() == place)
    }

    @Test func aSiteMayHaveAnyName() async {
        let site = Site(rawValue: "lemmy:a.server.with-a-name.that-is-longer.than-any-name-of-a-value.may-be.example")
        let places = ReadingPlaceViewModel(site: site)
        places.move(to: place)
        await places.save()
        #expect(await ReadingPlaceViewModel(site: site).load() == place)
    }
}
